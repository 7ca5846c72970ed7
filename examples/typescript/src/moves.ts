import { EndReasonSchema, type EndReason } from "../generated/tengen/v1/timestep_pb.ts";

/**
 * Returns a random point of a mask, or the pass if the mask has no point. From move 2 * pointCount on it returns the
 * pass, so that the game ends. The examples of all languages choose the same points for the same seed.
 */
export function chooseAction(seed: bigint, mask: Uint8Array, pointCount: number, moveNumber: number): number {
  const points = [...Array(pointCount).keys()].filter((point) => mask[point >> 3]! & (0x80 >> (point & 7)));
  if (points.length === 0 || moveNumber >= 2 * pointCount) return pointCount;
  return points[Number(draw(seed, moveNumber) % BigInt(points.length))]!;
}

/** Returns the random number of a move: an output of the generator SplitMix64. */
function draw(seed: bigint, moveNumber: number): bigint {
  let x = BigInt.asUintN(64, seed + BigInt(moveNumber + 1) * 0x9e3779b97f4a7c15n);
  x = BigInt.asUintN(64, (x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
  x = BigInt.asUintN(64, (x ^ (x >> 27n)) * 0x94d049bb133111ebn);
  return x ^ (x >> 31n);
}

/** Returns the end of a game as text, as in "END_REASON_PASSES after 164 moves: B+3.5 (state 0123456789abcdef)". */
export function result(endReason: EndReason, moveNumber: number, margin: number, stateHash: bigint): string {
  const name = EndReasonSchema.value[endReason]?.name ?? `end reason ${endReason}`;
  const winner = margin > 0 ? "B" : "W"; // Never a tie, because komi is 7.5.
  const state = stateHash.toString(16).padStart(16, "0");
  return `${name} after ${moveNumber} moves: ${winner}+${Math.abs(margin).toFixed(1)} (state ${state})`;
}
