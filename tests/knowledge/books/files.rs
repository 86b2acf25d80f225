//! Files of books: those of other programs, and bad ones.

use std::fs;
use std::path::{Path, PathBuf};

use ox88::board::GameResult;
use ox88::knowledge::pgn::Games;
use ox88::knowledge::polyglot::{Book, BookEntry, Builder};

use crate::temporary::temporary_folder;

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = temporary_folder().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// The book that `polyglot make-book -min-game 1` (2.0.4) makes of these games with
/// castling on both sides, en passant and promotion: key, move, weight.
const GAMES: &str = r#"
[Event "one"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O {good} Nxe4 6. d4 b5 7. Bb3 d5
8. dxe5 Be6 1-0

[Event "two"]
[Result "1/2-1/2"]

1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O (5. e3 e6) O-O-O $1 6. e3 f6
1/2-1/2

[Event "three"]
[Result "0-1"]

1. e4 d5 2. e5 f5 3. exf6 d4 4. fxg7 d3 5. gxh8=N dxc2 6. Qxc2 e6 0-1

[Event "four"]
[Result "*"]

1. e4 c5 2. Nf3 d6 *
"#;

const BOOK: &[(u64, u16, u16)] = &[
    (0x03f5_9b93_0d47_5ebb, 0o07470, 1),
    (0x0664_9ba6_9b8c_9ff8, 0o00122, 1),
    (0x0844_931a_6ef4_b9a0, 0o00625, 2),
    (0x0e53_d4e9_667a_5bcc, 0o00313, 1),
    (0x264b_9b66_a7c3_846c, 0o07363, 1),
    (0x30c3_0ecd_4251_0a81, 0o01424, 1),
    (0x30cb_c889_b69f_527e, 0o01333, 2),
    (0x3bd8_deb0_5e65_5123, 0o00400, 1),
    (0x402c_b26e_3d8f_65c5, 0o03344, 2),
    (0x463b_9618_1691_fc9c, 0o01333, 1),
    (0x463b_9618_1691_fc9c, 0o01434, 3),
    (0x4cb3_8037_aad3_7c18, 0o02312, 2),
    (0x561e_5be6_48ff_b822, 0o00235, 1),
    (0x644d_4afe_0256_4aeb, 0o00625, 1),
    (0x662f_afb9_65db_29d4, 0o06545, 2),
    (0x7675_3d4e_6fa0_e53a, 0o03323, 2),
    (0x78cd_a70e_1783_7d9e, 0o00541, 2),
    (0x823c_9b50_fd11_4196, 0o06242, 1),
    (0x823c_9b50_fd11_4196, 0o06343, 2),
    (0x830e_b9b2_0758_d1de, 0o06343, 1),
    (0x8d4a_bd67_d19f_5241, 0o07245, 1),
    (0x95fa_8d36_3cfb_c201, 0o03021, 2),
    (0x99e4_8752_9537_16c1, 0o04130, 2),
    (0x9dee_4c7f_660e_8225, 0o06555, 1),
    (0xa2d2_33f9_f482_3a79, 0o06454, 2),
    (0xbf29_a608_6ab0_2bd6, 0o06353, 1),
    (0xc284_f4b2_cad1_f6b4, 0o04333, 2),
    (0xf309_fde4_ccbb_2e7d, 0o00407, 2),
    (0xfdf3_8304_596e_1d21, 0o07152, 1),
];

/// Returns the entries of the book of [`GAMES`].
fn built() -> Vec<BookEntry> {
    let mut builder = Builder::default();
    for game in Games::new(GAMES.as_bytes()) {
        builder.add_game(&game.unwrap().unwrap(), 1000);
    }
    builder.entries(1)
}

#[test]
fn books_are_made_as_polyglot_makes_them() {
    let entries = built();
    let mut made: Vec<(u64, u16, u16)> =
        entries.iter().map(|entry| (entry.key.0, entry.mv.0, entry.weight)).collect();
    made.sort_unstable();
    assert_eq!(made, BOOK);
}

#[test]
fn what_is_written_is_found_again() {
    let entries = built();
    let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
    let book = Book::open(&file("written.bin", &bytes)).unwrap();
    assert_eq!(book.entries(), entries);
    let in_memory = Book::from_entries(entries);
    for game in Games::new(GAMES.as_bytes()) {
        let game = game.unwrap().unwrap();
        let mut position = game.start.clone();
        for &mv in &game.moves {
            let found = book.moves(&position);
            assert_eq!(found, in_memory.moves(&position));
            // Moves of the loser are left out.
            let loss = GameResult::win_of(!position.side_to_move());
            let earned = game.result != Some(loss);
            let is_found = found.iter().any(|found| found.mv == mv);
            assert!(is_found || !earned, "{position:?}");
            position.make(mv);
        }
        assert_eq!(book.moves(&position), []);
    }
}

#[test]
fn files_that_are_no_books_are_told_apart() {
    let bytes: Vec<u8> = built().iter().flat_map(|entry| entry.to_bytes()).collect();
    let reversed: Vec<u8> = bytes.rchunks(16).flatten().copied().collect();
    let mut swapped = bytes.clone();
    swapped[16..48].rotate_left(16);
    for (name, bytes, reason) in [
        ("empty.bin", &[][..], "empty"),
        ("short.bin", &bytes[..bytes.len() - 1], "whole number"),
        ("one.bin", &[0], "1 bytes"),
        ("reversed.bin", &reversed, "entry 2 is out of order"),
        ("swapped.bin", &swapped, "out of order"),
        ("text.bin", b"a text whose two halves disagree", "order"),
    ] {
        let error = Book::open(&file(name, bytes)).unwrap_err().to_string();
        assert!(error.contains(reason), "{name}: {error}");
        assert_eq!(error.lines().count(), 1);
    }
    let nowhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no/such/book.bin");
    assert!(Book::open(&nowhere).is_err());
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    assert_eq!(Book::open(directory).unwrap_err().to_string(), "not a file");
}
