package main

import "fmt"

// randomMoves chooses random legal points, the same for the same seed in the examples of all languages.
type randomMoves struct {
	seed uint64
}

// choose returns a random point of the mask, or the pass if the mask has no point. From move 2 * pointCount on it
// passes, so that the game ends.
func (moves randomMoves) choose(mask []byte, pointCount, moveNumber int) int {
	var points []int
	for point := range pointCount {
		if mask[point>>3]&(0x80>>(point&7)) != 0 {
			points = append(points, point)
		}
	}
	if len(points) == 0 || moveNumber >= 2*pointCount {
		return pointCount
	}
	return points[moves.draw(moveNumber)%uint64(len(points))]
}

// draw returns the random number of a move: an output of the generator SplitMix64.
func (moves randomMoves) draw(moveNumber int) uint64 {
	x := moves.seed + uint64(moveNumber+1)*0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// result returns the end of a game as text, as in "END_REASON_PASSES after 164 moves: B+3.5 (state 0123456789abcdef)".
func result(endReason fmt.Stringer, moveNumber uint32, margin float64, stateHash uint64) string {
	winner := "B"
	if margin < 0 {
		winner, margin = "W", -margin
	}
	return fmt.Sprintf("%s after %d moves: %s+%.1f (state %016x)", endReason, moveNumber, winner, margin, stateHash)
}
