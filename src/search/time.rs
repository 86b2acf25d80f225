//! The time manager: the soft and the hard limit (also known as optimum and maximum time), which
//! `soft_and_hard_limits` computes for a move, and the scaling of the soft one by [`Stability`].
//!
//! `ponderhit` reaches it through a flag: the thread that reads commands (`uci/session.rs`) sets it
//! in the [`Signals`] of the search (`limits.rs`), the searching thread polls it whenever it needs
//! the deadline ([`TimeManager::is_pondering`]), and from then on the hard limit counts.

use std::time::{Duration, Instant};

use super::lateness::Lateness;
use super::limits::{Limits, Signals};
use super::params;
use crate::board::{Color, Move};
use crate::eval::Score;
use crate::sync::nap;

/// The least time for a search.
const LEAST: Duration = Duration::from_millis(1);

/// The longest time on a clock; more counts as this.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// The time for the completion of lines at each report, if the clock has more. After a stop, no
/// report takes longer for that.
const LINE_TIME: Duration = Duration::from_millis(5);

/// The interval at which a search that must not answer yet polls the signals.
const NAP: Duration = Duration::from_millis(1);

/// The time of one search, which begins no new iteration after the soft limit, and aborts at the
/// hard one.
#[derive(Clone, Debug)]
pub struct TimeManager {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// Whether the search ponders; then no time limit holds.
    pondering: bool,
    /// The time of the last look at the clock.
    looked: Instant,
    lateness: Lateness,
    /// The time from which the hard limit counts.
    own_clock_since: Instant,
    ends_on_ponder_hit: bool,
    /// The time for the completion of lines at each report.
    line_time: Duration,
    /// The time for the completion of lines beyond the hard limit.
    late_line_time: Duration,
}

impl TimeManager {
    /// Returns the time of a search for the side to move. The delay of earlier searches is kept in
    /// reserve, besides the move overhead.
    pub fn new(limits: &Limits, side: Color, mut lateness: Lateness) -> TimeManager {
        let clock = limits.clocks[side.index()];
        let overhead = |most: Duration| limits.move_overhead + lateness.reserve().min(most);
        let (mut soft, mut hard) = match clock.remaining {
            Some(remaining) if !limits.infinite => {
                let (soft, hard) = soft_and_hard_limits(
                    remaining.min(LONGEST),
                    clock.increment.min(LONGEST),
                    limits.moves_to_go,
                    overhead(remaining / 2),
                );
                (Some(soft), Some(hard))
            }
            _ => (None, None),
        };
        if let Some(move_time) = limits.move_time
            && !limits.infinite
        {
            // No flag falls, but some clients count an answer after this time as a loss.
            let move_time = move_time.saturating_sub(overhead(move_time / 8)).max(LEAST);
            hard = Some(hard.map_or(move_time, |hard| hard.min(move_time)));
            soft = soft.map(|soft| soft.min(move_time));
        }
        let looked = Instant::now();
        lateness = lateness.faded();
        lateness.count(looked.saturating_duration_since(limits.ready));
        let line_time = LINE_TIME.max(limits.move_overhead / 2);
        let line_time = match (clock.remaining, limits.move_time) {
            // This time comes off the clock at each move, and has to be less than most increments.
            (Some(time), _) => line_time.min(time / 64),
            // A longer line is worth more than a longer search where tables know the result.
            (None, Some(move_time)) => line_time.max(move_time / 16),
            (None, None) => line_time,
        };
        TimeManager {
            start: limits.start,
            soft,
            hard,
            pondering: limits.ponder,
            looked,
            lateness,
            own_clock_since: limits.start,
            ends_on_ponder_hit: false,
            line_time,
            late_line_time: line_time.min(limits.move_overhead / 2),
        }
    }

    /// Returns the time until which lines that are reported now may be completed; `None` where
    /// there is no limit.
    pub fn lines_deadline(&mut self, signals: &Signals) -> Option<Instant> {
        let is_stopped = signals.is_stopped();
        let most = if is_stopped { LINE_TIME } else { Duration::MAX };
        let usual = Instant::now() + self.line_time.min(most);
        if self.hard.is_none() {
            return is_stopped.then_some(usual);
        }
        let latest = self.deadline(signals).map(|deadline| deadline + self.late_line_time);
        Some(latest.map_or(usual, |latest| usual.min(latest)))
    }

    /// Returns the time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns whether the search is pondering. It polls for UCI's `ponderhit`, from which on the
    /// hard limit counts; the soft limit counts the time pondered too.
    pub fn is_pondering(&mut self, signals: &Signals) -> bool {
        if self.pondering && signals.is_ponder_hit() {
            self.pondering = false;
            self.own_clock_since = Instant::now();
        }
        self.pondering
    }

    /// Waits for `stop` or `ponderhit` where UCI allows no answer before them.
    pub fn wait_for_stop_or_ponder_hit(&mut self, limits: &Limits, signals: &Signals) {
        while !signals.is_stopped() && (limits.infinite || self.is_pondering(signals)) {
            nap(NAP);
        }
        self.resume();
    }

    /// Returns the time of the hard limit; none without one, and while pondering.
    pub fn deadline(&mut self, signals: &Signals) -> Option<Instant> {
        let hard = self.hard.filter(|_| !self.is_pondering(signals))?;
        self.own_clock_since.checked_add(hard)
    }

    /// Returns whether the search must abort: at the hard limit, or at a ponder hit if an iteration
    /// had already ended after the soft limit.
    pub fn is_spent(&mut self, signals: &Signals) -> bool {
        let now = Instant::now();
        self.look(now);
        let deadline = self.deadline(signals);
        deadline.is_some_and(|time| self.ends_on_ponder_hit || now >= time)
    }

    /// Counts the time since the last look at the clock.
    fn look(&mut self, now: Instant) {
        self.lateness.count(now.saturating_duration_since(self.looked));
        self.looked = now;
    }

    /// Counts the time since the last look as an intended pause, not as a delay.
    pub fn resume(&mut self) {
        self.looked = Instant::now();
    }

    /// Returns how late the search was, the time since its last look at the clock included.
    pub fn lateness(&mut self) -> Lateness {
        self.look(Instant::now());
        self.lateness
    }

    /// Returns whether the ranking of root moves by endgame tables must end: it may take half of
    /// the soft limit, or of the hard one where that is the only one.
    pub fn is_too_late_to_rank(&mut self, signals: &Signals) -> bool {
        let half = self.soft.or(self.hard).unwrap_or_default() / 2;
        let is_limited = self.deadline(signals).is_some();
        signals.is_stopped() || is_limited && self.own_clock_since.elapsed() >= half
    }

    /// Returns whether no further iteration may begin, with the soft limit scaled to `per_cent`.
    /// The time spent pondering counts.
    pub fn ends_before_next_iteration(&mut self, signals: &Signals, per_cent: u32) -> bool {
        let is_enough = self.soft.is_some_and(|soft| self.elapsed() >= soft * per_cent / 100);
        let is_pondering = self.is_pondering(signals);
        self.ends_on_ponder_hit = is_enough && is_pondering;
        is_enough && !is_pondering
    }
}

/// Returns whether it is too late to complete a line: the deadline has passed, or the search was
/// stopped after the deadline was set.
pub fn is_too_late_for_line(deadline: Option<Instant>, signals: &Signals) -> bool {
    let until = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
    let left = deadline.map_or(Duration::MAX, until);
    // A deadline that was set after the stop is no farther away than `LINE_TIME`.
    left.is_zero() || left > LINE_TIME && signals.is_stopped()
}

/// The stability of the best move and the trend of the score, which scale the soft limit.
#[derive(Clone, Debug, Default)]
pub struct Stability {
    best: Move,
    /// The number of iterations that confirmed the best move.
    confirmed: i32,
    /// The changes of the best move within iterations, in 100ths; the changes of the iteration
    /// before count half.
    changes: i32,
    /// The score of the side's last search, in centipawns.
    last_score: Option<i32>,
    /// The running average of the scores, in centipawns.
    average: Option<i32>,
}

impl Stability {
    /// Begins with the score of the side's last search in this game, if there was one.
    pub fn new(last_score: Option<Score>) -> Stability {
        Stability { last_score: last_score.map(limited), ..Stability::default() }
    }

    /// Updates the stability by an iteration's best move, its score, its share of nodes (per
    /// mille), and how often the best move changed within the iteration. Returns the scale of the
    /// soft limit in per cent, which is larger while the best move changes, has few of the nodes,
    /// or its score falls.
    pub fn scale(&mut self, best: Move, score: Score, node_share: u64, changes: u32) -> u32 {
        self.confirmed = if best == self.best {
            (self.confirmed + 1).min(params::time_stability_max())
        } else {
            0
        };
        self.best = best;
        self.changes = self.changes / 2 + 100 * changes as i32;
        let score = limited(score);
        let average = self.average.unwrap_or(score);
        self.average = Some((average + score) / 2);
        let reference = (self.last_score.unwrap_or(average) + average) / 2;

        let contested =
            params::time_nodes_base() - params::time_nodes_factor() * node_share as i32 / 1000;
        let unstable =
            params::time_stability_base() - params::time_stability_step() * self.confirmed;
        let changes = self.changes.min(100 * params::time_changes_max());
        let changing = params::time_changes_base() + params::time_changes() * changes / 100;
        let worse = (params::time_trend_base() + params::time_trend() * (reference - score) / 10)
            .clamp(params::time_trend_min(), params::time_trend_max());
        let unstable = unstable * changing / 100;
        (contested.max(params::time_nodes_min()) * unstable.max(0) * worse / 10_000) as u32
    }
}

/// Returns the score in centipawns, bounded so that differences of won positions count no more.
fn limited(score: Score) -> i32 {
    score.get().clamp(-2000, 2000)
}

/// Returns the soft and the hard limit of a move on a clock with this time. `overhead` is the part
/// of it that the way to the clock and expected delays take.
fn soft_and_hard_limits(
    remaining: Duration,
    increment: Duration,
    moves_to_go: Option<u32>,
    overhead: Duration,
) -> (Duration, Duration) {
    // The reserve covers delays longer than the overhead.
    let largest = Duration::from_millis(params::time_reserve_max() as u64);
    let reserve = (remaining * params::time_reserve_share() as u32 / 100).min(largest);
    let left = remaining.saturating_sub(overhead + reserve).max(LEAST);
    let per_cent = |number: i32| f64::from(number) / 100.0;
    let usual = f64::from(params::time_share()) / 1000.0;
    // Some clients send 0 for no time control.
    let moves_to_go = moves_to_go.filter(|&moves| moves > 0);
    let share = moves_to_go.map_or(usual, |moves| usual.max(1.0 / f64::from(moves)));
    // The emptier the clock, the less of the increment is spent.
    let half_spent = Duration::from_millis(params::time_half_spent() as u64);
    let spent = left.as_secs_f64() / (left + half_spent).as_secs_f64();
    let increment = (increment * params::time_increment_share() as u32 / 100).mul_f64(spent);
    // The last moves before the time control may use most of the clock.
    let hard_share = per_cent(params::time_hard_share());
    let most = match moves_to_go {
        Some(1) => per_cent(params::time_last_move_share()),
        Some(moves) => hard_share
            .max(per_cent(params::time_last_moves_factor()) / f64::from(moves))
            .min(per_cent(params::time_last_moves_share())),
        None => hard_share,
    };
    let most = left.mul_f64(most).max(LEAST);
    let soft = left.mul_f64(share).saturating_add(increment).min(most);
    let hard = (soft * params::time_hard_factor() as u32 / 100).min(most).max(LEAST);
    (soft, hard)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Clock;

    fn manager(limits: &Limits, side: Color) -> TimeManager {
        TimeManager::new(limits, side, Lateness::default())
    }

    fn on_clock(remaining: Duration, increment: Duration) -> Limits {
        let clock = Clock { remaining: Some(remaining), increment };
        Limits { clocks: [clock; 2], ..Limits::default() }
    }

    fn time(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let [remaining, increment] = [remaining, increment].map(Duration::from_millis);
        let limits = Limits { moves_to_go, ..on_clock(remaining, increment) };
        let time = manager(&limits, Color::White);
        (time.soft.unwrap(), time.hard.unwrap())
    }

    #[test]
    fn never_more_than_the_clock_less_the_overhead() {
        for remaining in [0, 1, 5, 10, 11, 12, 50, 100, 1_000, 60_000, u64::MAX] {
            for increment in [0, 1, 10, 100, 30_000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let (soft, hard) = time(remaining, increment, moves_to_go);
                    let left = Duration::from_millis(remaining.saturating_sub(10).max(1));
                    assert!(
                        soft <= hard && hard <= left,
                        "{remaining} {increment} {moves_to_go:?}"
                    );
                }
            }
        }
    }

    /// What a move costs beyond its limits comes off the clock again and again.
    #[test]
    fn lines_take_little_of_a_short_clock() {
        let signals = Signals::default();
        for (remaining, most) in [(20, 1), (70, 2), (200, 4), (60_000, 5)] {
            let limits = on_clock(Duration::from_millis(remaining), Duration::from_millis(4));
            let mut time = manager(&limits, Color::White);
            let most = time.hard.unwrap() + Duration::from_millis(most);
            let latest = time.start + most;
            assert!(time.lines_deadline(&signals).unwrap() <= latest);
            // Also where the search has ended too late.
            if remaining <= 200 {
                std::thread::sleep(most);
                assert!(time.lines_deadline(&signals).unwrap() <= latest);
            }
        }
        // A time for the move alone has some for lines, though none beyond it.
        let limits = Limits {
            move_time: Some(Duration::from_secs(1)),
            move_overhead: Duration::ZERO,
            ..Limits::default()
        };
        let mut time = manager(&limits, Color::White);
        let deadline = time.lines_deadline(&signals).unwrap();
        assert!(deadline >= time.start + Duration::from_millis(60));
        assert!(deadline <= time.start + Duration::from_secs(1));
        // One so long that it has no end.
        let limits = Limits { move_time: Some(Duration::MAX), ..limits };
        assert!(manager(&limits, Color::White).lines_deadline(&signals).is_some());
        let mut endless = manager(&Limits::default(), Color::White);
        assert_eq!(endless.lines_deadline(&signals), None);
        signals.stop();
        assert!(endless.lines_deadline(&signals).is_some());
    }

    #[test]
    fn a_stop_ends_the_completion_of_lines() {
        let hour = Duration::from_secs(3600);
        let limits = Limits { move_time: Some(hour), ..Limits::default() };
        let (mut time, signals) = (manager(&limits, Color::White), Signals::default());
        let before = time.lines_deadline(&signals);
        assert!(before.unwrap() > Instant::now() + hour / 20);
        assert!(!is_too_late_for_line(before, &signals) && !is_too_late_for_line(None, &signals));
        assert!(is_too_late_for_line(Some(Instant::now()), &signals));
        signals.stop();
        assert!(is_too_late_for_line(before, &signals) && is_too_late_for_line(None, &signals));
        // The last lines still have a moment.
        let after = time.lines_deadline(&signals).unwrap();
        assert!(after <= Instant::now() + LINE_TIME);
    }

    #[test]
    fn most_of_a_short_clock_is_kept_for_hold_ups() {
        for remaining in [20, 40, 66, 80, 200] {
            for moves_to_go in [None, Some(1), Some(2), Some(9)] {
                let (_, hard) = time(remaining, 0, moves_to_go);
                let kept = Duration::from_millis(remaining) - hard;
                let wanted = Duration::from_millis((remaining * 3 / 4).min(50));
                assert!(kept >= wanted, "{remaining} {moves_to_go:?}");
            }
        }
    }

    #[test]
    fn as_much_as_searches_were_late_is_kept_beside_the_overhead() {
        let late = Duration::from_millis(60);
        // Without the delay of this thread itself, which a busy machine may hold up.
        let lateness = Lateness::default();
        let mut before = TimeManager { lateness, ..manager(&Limits::default(), Color::White) };
        before.look(before.looked + late);
        let lateness = before.lateness;
        assert!(lateness.reserve() > late / 2 && lateness.reserve() < late);
        for remaining in [20, 150, 300, 5000].map(Duration::from_millis) {
            let limits = on_clock(remaining, Duration::ZERO);
            let usual = manager(&limits, Color::White);
            let careful = TimeManager::new(&limits, Color::White, lateness);
            assert!(careful.soft <= usual.soft && careful.hard <= usual.hard);
            assert!(careful.hard.unwrap() + lateness.reserve() < remaining.max(late));
            let limits = Limits { move_time: Some(remaining), ..Limits::default() };
            let usual = manager(&limits, Color::White).hard.unwrap();
            let careful = TimeManager::new(&limits, Color::White, lateness).hard.unwrap();
            let kept = lateness.reserve().min(remaining / 8);
            assert_eq!(careful, usual.saturating_sub(kept).max(LEAST));
        }
    }

    #[test]
    fn the_wait_for_other_work_is_no_delay() {
        let now = Instant::now();
        let start = now.checked_sub(Duration::from_secs(1)).unwrap();
        let ready = now + Duration::from_secs(3600);
        let limits = Limits { start, ready, ..Limits::default() };
        assert_eq!(manager(&limits, Color::White).lateness.reserve(), Duration::ZERO);
        let limits = Limits { ready: start, ..limits };
        assert!(manager(&limits, Color::White).lateness.reserve() > Duration::ZERO);
    }

    #[test]
    fn a_second_more_or_a_move_less_gives_more_time() {
        assert!(time(2_000, 0, None).0 > time(1_000, 0, None).0);
        assert!(time(1_000, 20, None).0 > time(1_000, 0, None).0);
        assert!(time(1_000, 0, Some(2)).0 > time(1_000, 0, Some(20)).0);
    }

    #[test]
    fn any_number_of_moves_to_go_is_understood() {
        for remaining in [100, 10_000, 600_000] {
            let usual = time(remaining, 0, None);
            for moves_to_go in [0, 200, 1_000_000, u32::MAX] {
                assert_eq!(time(remaining, 0, Some(moves_to_go)), usual);
            }
        }
    }

    #[test]
    fn no_limit_without_a_clock_or_when_infinite() {
        let free = manager(&Limits::default(), Color::White);
        assert_eq!((free.soft, free.hard), (None, None));
        let infinite = Limits { infinite: true, ..on_clock(LEAST, LEAST) };
        assert_eq!(manager(&infinite, Color::White).hard, None);
        let mut black = on_clock(LEAST, LEAST);
        black.clocks[0] = Clock::default();
        assert_eq!(manager(&black, Color::White).hard, None);
        assert_eq!(manager(&black, Color::Black).hard, Some(LEAST));
    }

    #[test]
    fn pondering_uses_no_time_before_the_hit() {
        let limits = Limits { ponder: true, ..on_clock(LEAST, Duration::ZERO) };
        let (mut time, signals) = (manager(&limits, Color::White), Signals::default());
        std::thread::sleep(LEAST * 3);
        assert!(!time.is_spent(&signals) && !time.ends_before_next_iteration(&signals, 100));
        signals.ponder_hit();
        assert!(time.is_spent(&signals));
        assert!(time.ends_before_next_iteration(&signals, 100));
    }

    #[test]
    fn doubt_takes_time_and_agreement_saves_it() {
        let moves = crate::board::Position::startpos().legal_moves();
        let even = Score::DRAW;
        let scale_after = |last, of: &dyn Fn(usize) -> (Move, Score, u64, u32)| {
            let mut stability = Stability::new(last);
            let scales = (0..12).map(|n| {
                let (best, score, nodes, changes) = of(n);
                stability.scale(best, score, nodes, changes)
            });
            scales.last().unwrap()
        };
        let usual = |last| scale_after(last, &|_| (moves[0], even, 900, 0));
        assert!(usual(None) < 100);
        assert!(scale_after(None, &|n| (moves[n % 2], even, 400, 0)) > 100);
        assert!(scale_after(None, &|_| (moves[0], even, 900, 1)) > usual(None));
        let falling = |n: usize| Score::centipawns(n as i32 * -20);
        assert!(scale_after(None, &|n| (moves[0], falling(n), 900, 0)) > usual(None));
        let after = |centipawns| usual(Some(Score::centipawns(centipawns)));
        assert!(after(40) > usual(None) && after(-40) < usual(None));
        // However much the score or the best move changed.
        assert_eq!(after(500), usual(Some(Score::mate_in(5))));
        let changing = |changes| scale_after(None, &|_| (moves[0], even, 900, changes));
        assert_eq!(changing(100), changing(1000));
    }
}

#[cfg(all(test, loom))]
mod models {
    use std::sync::Arc;

    use loom::thread;

    use super::*;

    /// Waits while another thread signals; checks that it has.
    fn answers_after(limits: Limits, signal: fn(&Signals), is_given: fn(&Signals) -> bool) {
        loom::model(move || {
            let signals = Arc::new(Signals::default());
            let client = thread::spawn({
                let signals = Arc::clone(&signals);
                move || signal(&signals)
            });
            TimeManager::new(&limits, Color::White, Lateness::default())
                .wait_for_stop_or_ponder_hit(&limits, &signals);
            assert!(is_given(&signals));
            client.join().unwrap();
        });
    }

    #[test]
    fn a_pondering_search_answers_once_it_is_hit_or_stopped() {
        let limits = Limits { ponder: true, ..Limits::default() };
        answers_after(limits.clone(), Signals::ponder_hit, Signals::is_ponder_hit);
        answers_after(limits, Signals::stop, Signals::is_stopped);
    }

    #[test]
    fn an_infinite_search_answers_once_it_is_stopped() {
        let limits = Limits { infinite: true, ..Limits::default() };
        let hit_and_stop = |signals: &Signals| {
            signals.ponder_hit();
            signals.stop();
        };
        answers_after(limits, hit_and_stop, Signals::is_stopped);
    }
}
