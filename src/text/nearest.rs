//! Suggestions for unknown words.

/// The least similarity, from 0 (nothing in common) to 1 (the same).
const ALIKE: f64 = 0.6;

/// The greatest length of a word that is compared, in bytes: the time grows with the square of the
/// length.
const LONGEST_WORD: usize = 64;

/// Returns ` (did you mean 'Hash'?)` if a known word is similar, ignoring case. The hint is empty
/// otherwise, and for a long word.
pub fn did_you_mean<S: AsRef<str>>(word: &str, known: impl IntoIterator<Item = S>) -> String {
    nearest(word, known)
        .map_or(String::new(), |known| format!(" (did you mean '{}'?)", known.as_ref()))
}

/// Returns the most similar known word, if one is similar.
pub fn nearest<S: AsRef<str>>(word: &str, known: impl IntoIterator<Item = S>) -> Option<S> {
    if word.len() > LONGEST_WORD {
        return None;
    }
    let word = word.to_lowercase();
    let likeness =
        |other: &S| strsim::normalized_damerau_levenshtein(&word, &other.as_ref().to_lowercase());
    let known = known.into_iter().map(|other| (likeness(&other), other));
    let alike = known.filter(|(likeness, _)| *likeness >= ALIKE);
    let nearest = alike.max_by(|(one, _), (other, _)| one.total_cmp(other));
    nearest.map(|(_, other)| other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_named() {
        let hint = |word| did_you_mean(word, ["go", "position", "isready", "quit"]);
        assert_eq!(hint("postion"), " (did you mean 'position'?)");
        assert_eq!(hint("ISREDY"), " (did you mean 'isready'?)");
        assert_eq!(hint("qiut"), " (did you mean 'quit'?)");
        for word in ["joho", "", "\u{1F980}"] {
            assert_eq!(hint(word), "", "{word}");
        }
    }

    #[test]
    fn long_words_are_not_compared() {
        let longest = "x".repeat(LONGEST_WORD);
        let long = format!("{longest}x");
        assert!(did_you_mean(&longest, [&longest]).contains(&longest));
        assert_eq!(did_you_mean(&long, [&longest, &long]), "");
    }
}
