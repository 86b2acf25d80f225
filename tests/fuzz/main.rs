//! Every file of the corpora through the check of its fuzzer. `scripts/fuzz.py` runs the
//! fuzzers.

mod checks;

use std::fs;
use std::path::Path;

fn replay(target: &str, check: fn(&[u8])) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    let mut count = 0;
    for entry in fs::read_dir(corpus.join(target)).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        check(&fs::read(&path).unwrap());
        count += 1;
    }
    assert!(count > 0, "no files for {target}");
    // Every fuzzer's first inputs.
    check(b"");
    check(b"\n");
}

macro_rules! replays {
    ($($target:ident)*) => {
        $(
            #[test]
            fn $target() {
                replay(stringify!($target), checks::$target::check);
            }
        )*

        #[test]
        fn every_corpus_is_checked() {
            let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
            for entry in fs::read_dir(corpus).unwrap() {
                let name = entry.unwrap().file_name();
                assert!([$(stringify!($target)),*].iter().any(|target| name == *target));
            }
        }
    };
}

replays! {
    arguments checkpoint epd fen moves network pgn player polyglot record samples san syzygy typed
    uci_line uci_option valued_moves
}
