//! Players as text.

use ox88::players::Specification;

pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Specification>() {
        Ok(player) => {
            let written = player.to_string();
            let again = written.parse::<Specification>().map(|again| again.to_string());
            assert_eq!(again.as_ref(), Ok(&written), "{text}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
