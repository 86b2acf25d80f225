//! Options: a refused value changes nothing, an accepted one is in its range.

use ox88::search::Skill;
use ox88::uci::{Effect, Options};

/// Each line is a name and a value with `=` between them.
pub fn check(bytes: &[u8]) {
    let mut options = Options::default();
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        let (name, value) = match line.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (line, None),
        };
        let mut shouted = options.clone();
        let is_set = shouted.set(&name.to_ascii_uppercase(), value).is_ok();
        let before = options.clone();
        match options.set(name, value) {
            Ok(effect) => assert_bounded(&effect),
            Err(error) => {
                assert!(options == before, "{error}: {options:?}");
                assert!(!error.to_string().is_empty());
                assert!(!is_set, "{line}");
            }
        }
        assert!(shouted == options, "{line}");
        assert_sane(&options);
    }
}

fn assert_bounded(effect: &Effect) {
    match effect {
        Effect::Resize(megabytes) => assert!(*megabytes >= 1),
        Effect::Threads(count) => assert!((1..=1024).contains(count)),
        Effect::BookSeed(seed) => assert!(*seed <= u32::MAX.into()),
        Effect::Tables(folders) => {
            assert!(folders.iter().all(|folder| !folder.as_os_str().is_empty()));
        }
        Effect::Tune(tunable, value) => {
            assert!((tunable.min()..=tunable.max()).contains(value));
        }
        _ => {}
    }
}

fn assert_sane(options: &Options) {
    assert!((1..=256).contains(&options.multi_pv));
    assert!((1..=1024).contains(&options.threads));
    assert!((Skill::MIN_ELO..=Skill::MAX_ELO).contains(&options.elo));
    assert!((0..=Skill::FULL_SKILL).contains(&options.skill_level));
    assert!(options.move_overhead.as_millis() <= 5000);
    assert!((1..=1000).contains(&options.book_depth));
    assert!((1..=100).contains(&options.probing().depth));
    assert!(options.probing().max_pieces <= 7);
    if let Some(skill) = options.skill() {
        assert!((Skill::MIN_ELO..=Skill::MAX_ELO).contains(&skill.elo()));
    }
}
