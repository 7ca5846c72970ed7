import assert from "node:assert/strict";
import { test } from "node:test";

import { ENDINGS, endingName, leadWords, readerNames, resultWords, scoreWords } from "./results.js";

const PLAYERS = { black: "human", white: "greedy" };

test("a game between others names the colors", () => {
  assert.equal(resultWords("B+3.5", "PASSES"), "Black wins by 3.5 points.");
  assert.equal(resultWords("W+1", "SETTLED"), "Every point is settled. White wins by 1 point.");
  assert.equal(resultWords("W+R", "RESIGNATION"), "Black resigned. White wins.");
  assert.equal(resultWords("B+T", "TIME"), "White ran out of time. Black wins.");
  assert.equal(resultWords("B+F", "ENGINE_FAILURE"), "The program of White failed. Black wins.");
});

test("a game of the reader says you, and names the other player", () => {
  const names = readerNames(PLAYERS, 1);
  assert.equal(resultWords("W+R", "RESIGNATION", names), "You resigned. greedy wins.");
  assert.equal(resultWords("B+R", "RESIGNATION", names), "greedy resigned. You win.");
  assert.equal(resultWords("B+12.5", "PASSES", names), "You win by 12.5 points.");
  assert.equal(resultWords("W+F", "ILLEGAL_MOVE", names), "You played an illegal move. greedy wins.");
  assert.deepEqual(readerNames(PLAYERS, 0), {});
});

test("draws, void games and results without a margin have no winner or no points", () => {
  assert.equal(resultWords("Draw", "DRAW_RULE"), "The players saw no winner. The game is a draw.");
  assert.equal(resultWords("0", "PASSES"), "The game is a draw.");
  assert.equal(resultWords("Void", "CANCELLATION"), "The game was canceled. The game does not count.");
  assert.equal(resultWords("B+", "PASSES"), "Black wins.");
  assert.equal(resultWords("", "MAX_ILLEGAL_ACTIONS"), "The limit on illegal actions was reached.");
  assert.equal(resultWords("", "OPPONENT_TIMEOUT"), "A player ran out of time.");
});

test("a game that has not ended has no result, and an ending from a newer server has its name", () => {
  assert.equal(resultWords("", ""), "");
  assert.equal(resultWords("B+R", "SUDDEN_END"), "The game ended: sudden end. Black wins.");
});

test("scores of ended games have a winner, and those of others a leader", () => {
  const score = { text: "W+3.5", black: 39, white: 35, komi: 7.5 };
  assert.equal(scoreWords(score), "White wins by 3.5 points. Black has 39; White has 35 and a komi of 7.5.");
  assert.equal(leadWords(score), "White leads by 3.5 points. Black has 39; White has 35 and a komi of 7.5.");
  const even = { text: "Draw", black: 40, white: 40, komi: 0 };
  assert.equal(leadWords(even), "Nobody leads. Black has 40; White has 40.");
});

test("each ending of a list has a name", () => {
  for (const [ending, name] of ENDINGS) assert.equal(endingName(ending), name);
  assert.equal(endingName("MAX_MOVES"), "max moves");
});
