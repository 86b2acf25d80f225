//! Options: a refused value changes nothing, an accepted one is in its range.

use ox88::search::Skill;
use ox88::uci::{Options, Setting};

/// Each line is a name and a value with `=` between them.
pub fn check(bytes: &[u8]) {
    let mut options = Options::default();
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        let mut shouted = options.clone();
        let is_set = shouted.set(&name.to_ascii_uppercase(), value).is_ok();
        let before = options.clone();
        match options.set(name, value) {
            Ok(Setting::Option(_)) => {}
            Ok(Setting::Tunable(tunable, value)) => {
                assert!((tunable.min..=tunable.max).contains(&value));
            }
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

fn assert_sane(options: &Options) {
    assert!(options.hash >= 1);
    assert!(options.book_seed <= i32::MAX as u64);
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
