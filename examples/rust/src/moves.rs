use crate::tengen::EndReason;

/// Returns a random point of a mask, or the pass if the mask has no point. From move `2 * point_count` on it returns the
/// pass, so that the game ends. The examples of all languages choose the same points for the same seed.
pub fn choose(seed: u64, mask: &[u8], point_count: usize, move_number: u32) -> i32 {
    let points: Vec<usize> = (0..point_count).filter(|point| mask[point >> 3] & (0x80 >> (point & 7)) != 0).collect();
    if points.is_empty() || move_number as usize >= 2 * point_count {
        return point_count as i32;
    }
    points[(draw(seed, move_number) % points.len() as u64) as usize] as i32
}

/// Returns the random number of a move: an output of the generator SplitMix64.
fn draw(seed: u64, move_number: u32) -> u64 {
    let mut x = seed.wrapping_add(u64::from(move_number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// Returns the end of a game as text, as in "END_REASON_PASSES after 164 moves: B+3.5 (state 0123456789abcdef)".
pub fn result(end_reason: i32, move_number: u32, margin: f64, state_hash: u64) -> String {
    let end =
        EndReason::try_from(end_reason).map_or(format!("end reason {end_reason}"), |end| end.as_str_name().into());
    let winner = if margin > 0.0 { 'B' } else { 'W' }; // Never a tie, because komi is 7.5.
    format!("{end} after {move_number} moves: {winner}+{:.1} (state {state_hash:016x})", margin.abs())
}
