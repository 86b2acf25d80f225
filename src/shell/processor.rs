//! The processor that the program is built for, and the fastest build for this machine.

use std::env::consts::ARCH;
use std::sync::LazyLock;

/// Whether this program is the build for AVX-512. Its board needs more of the processor's features
/// than its network does.
const IS_AVX512: bool = cfg!(all(
    target_feature = "avx512f",
    target_feature = "avx512bw",
    target_feature = "avx512vbmi",
    target_feature = "avx512vpopcntdq"
));

/// The processor that the network's code is for, where the board has no code for it.
const OTHER_FOR_NETWORK: Option<&str> = if cfg!(target_arch = "aarch64") {
    Some("NEON")
} else if cfg!(all(target_feature = "avx512f", target_feature = "avx512bw")) && !IS_AVX512 {
    Some("AVX-512")
} else {
    None
};

/// Returns the builds for certain processors, the fastest first: the name, whether this program is
/// it, and whether this machine can run it.
#[cfg(target_arch = "x86_64")]
fn builds() -> [(&'static str, bool, bool); 2] {
    macro_rules! has {
        ($($feature:tt),+) => { $(is_x86_feature_detected!($feature))&&+ };
    }
    let avx2 = has!("avx2", "bmi1", "bmi2", "fma", "f16c", "movbe", "lzcnt");
    let avx512 = has!("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
        && has!("avx512vbmi", "avx512vbmi2", "avx512vpopcntdq", "avx512vnni");
    [("AVX-512", IS_AVX512, avx2 && avx512), ("AVX2", cfg!(target_feature = "avx2"), avx2)]
}

/// Returns no builds: other architectures have a single program.
#[cfg(not(target_arch = "x86_64"))]
fn builds() -> [(&'static str, bool, bool); 0] {
    []
}

/// Returns the version and the build, as `--version` shows them.
pub fn long_version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let builds = builds();
        let this = builds.iter().position(|&(_, is_this, _)| is_this).unwrap_or(builds.len());
        let name = builds.get(this).map(|build| build.0.to_string());
        let faster = builds[..this].iter().find(|&&(_, _, can_run)| can_run);
        let name = name.unwrap_or(format!("any {ARCH}"));
        text(&name, faster.map(|build| build.0), OTHER_FOR_NETWORK)
    });
    &TEXT
}

/// Returns the version with the name of the build, that of a faster one, and the processor that the
/// network's code is for if that is another.
fn text(build: &str, faster: Option<&str>, network: Option<&str>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let better = faster.map(|name| format!("; this machine could run the {name} build"));
    let network = network.map(|name| format!("\nits network has code for {name}"));
    let (better, network) = (better.unwrap_or_default(), network.unwrap_or_default());
    format!("{version}\nbuilt for {build}{better}{network}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_faster_build_and_other_code_of_the_network_are_named() {
        let version = env!("CARGO_PKG_VERSION");
        let plain = format!("{version}\nbuilt for AVX2");
        assert_eq!(text("AVX2", None, None), plain);
        assert_eq!(
            text("AVX2", Some("AVX-512"), None),
            format!("{plain}; this machine could run the AVX-512 build")
        );
        assert_eq!(
            text("AVX2", None, Some("AVX-512")),
            format!("{plain}\nits network has code for AVX-512")
        );
    }
}
