//! The processor that the program is built for, and the fastest build for this machine.

use std::fmt;
use std::sync::LazyLock;

/// The builds of an architecture, the slowest first.
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "other architectures have a single program")
)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Build {
    Portable,
    Avx2,
    Avx512,
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Build::Portable => write!(f, "any {}", std::env::consts::ARCH),
            Build::Avx2 => write!(f, "AVX2"),
            Build::Avx512 => write!(f, "AVX-512"),
        }
    }
}

impl Build {
    /// The build that this program is.
    const THIS: Build = cfg_select! {
        all(
            target_arch = "x86_64",
            target_feature = "avx512f",
            target_feature = "avx512bw",
            target_feature = "avx512vbmi",
            target_feature = "avx512vpopcntdq"
        ) => { Build::Avx512 }
        all(target_arch = "x86_64", target_feature = "avx2") => { Build::Avx2 }
        _ => { Build::Portable }
    };

    /// Returns the fastest build that this machine can run.
    fn fastest() -> Build {
        #[cfg(target_arch = "x86_64")]
        {
            macro_rules! has {
                ($($feature:tt),+) => { $(is_x86_feature_detected!($feature))&&+ };
            }
            let avx2 = has!("avx2", "bmi1", "bmi2", "fma", "f16c", "movbe", "lzcnt");
            if avx2
                && has!("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
                && has!("avx512vbmi", "avx512vpopcntdq", "avx512vnni")
            {
                return Build::Avx512;
            }
            if avx2 {
                return Build::Avx2;
            }
        }
        Build::Portable
    }
}

/// The processor that the network's code is for, where that is not [`Build::THIS`]: the board needs
/// more of AVX-512, and has no code for NEON.
const OTHER_FOR_NETWORK: Option<&str> = cfg_select! {
    all(
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512bw",
        not(all(
            target_feature = "avx512vbmi",
            target_feature = "avx512vpopcntdq"
        ))
    ) => { Some("AVX-512") }
    target_arch = "aarch64" => { Some("NEON") }
    _ => { None }
};

/// Returns the version and the build, as `--version` shows them.
pub fn long_version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let text = text(Build::THIS, Build::fastest());
        with_network(text, OTHER_FOR_NETWORK)
    });
    &TEXT
}

/// Adds a line on the network, if its code is not that of the build.
fn with_network(text: String, code: Option<&str>) -> String {
    match code {
        Some(name) => format!("{text}\nits network has code for {name}"),
        None => text,
    }
}

fn text(this: Build, fastest: Build) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let better = if fastest > this {
        format!("; this machine could run the {fastest} build")
    } else {
        String::new()
    };
    format!("{version}\nbuilt for {this}{better}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_faster_build_is_named() {
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            text(Build::Avx2, Build::Avx512),
            format!("{version}\nbuilt for AVX2; this machine could run the AVX-512 build")
        );
        let own = text(Build::Portable, Build::Portable);
        let any = format!("{version}\nbuilt for any {}", std::env::consts::ARCH);
        assert_eq!(own, any);
    }

    #[test]
    fn the_network_is_named_where_it_has_code_of_its_own() {
        let text = text(Build::Avx2, Build::Avx2);
        assert_eq!(with_network(text.clone(), None), text);
        let both = with_network(text.clone(), Some("AVX-512"));
        assert_eq!(both, format!("{text}\nits network has code for AVX-512"));
    }
}
