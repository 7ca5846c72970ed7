import assert from "node:assert/strict";
import { test } from "node:test";

import { sameCount } from "./movelist.js";
import { linePoints, numberAt, reportedValues, searchParts, searchedValues, valueBefore, valueWords } from "./values.js";

test("what a player reports with a move is about the position before it", () => {
  const moves = [
    { color: 1, point: 3, black_wins: 0.6 },
    { color: 2, point: 4, black_wins: 0.3, black_lead: -5 },
    { color: 1, point: 5 },
    { color: 2, point: 6, black_lead: 0 },
  ];
  assert.deepEqual(reportedValues(moves, 10), {
    black: [{ number: 10, value: 0.6 }],
    white: [
      { number: 11, value: 0.3 },
      { number: 13, value: 0.5 },
    ],
  });
});

test("a lead counts by its size", () => {
  const value = (lead) => reportedValues([{ color: 1, point: 0, black_lead: lead }], 0).black[0].value;
  assert.ok(value(20) > 0.99 && value(3) > 0.7 && value(-3) < 0.3);
  assert.ok(Math.abs(value(3) + value(-3) - 1) < 1e-9);
});

test("lines go from the first to the last move, with a win of Black at the top", () => {
  const values = searchedValues(0, [0.5, 1, 0]);
  assert.deepEqual(linePoints(values, 0, 2, 300, 72), ["0 36", "150 0", "300 72"]);
  assert.deepEqual(linePoints([{ number: 5, value: 0.25 }], 5, 5, 300, 72), ["0 54"]);
});

test("a place of the graph is a move, also at and beyond its edges", () => {
  assert.equal(numberAt(0.5, 10, 20), 15);
  assert.equal(numberAt(-0.1, 10, 20), 10);
  assert.equal(numberAt(1.2, 10, 20), 20);
});

test("words name the side that is ahead", () => {
  assert.equal(valueWords(0.62), "Black 62 %");
  assert.equal(valueWords(0.1), "White 90 %");
  assert.equal(valueWords(0.501), "even");
});

test("the value of a move is the last one reported by then", () => {
  const values = searchedValues(2, [0.4, 0.6]);
  assert.equal(valueBefore(values, 1), null);
  assert.equal(valueBefore(values, 2).value, 0.4);
  assert.equal(valueBefore(values, 9).value, 0.6);
});

test("a game is searched in parts that cover each position once", () => {
  assert.deepEqual(searchParts(0, 20, 16), [
    { from: 0, count: 16 },
    { from: 16, count: 5 },
  ]);
  assert.deepEqual(searchParts(7, 6, 16), []);
});

test("moves that two lists have in common stay", () => {
  assert.equal(sameCount(["a", "b"], ["a", "b", "c"]), 2);
  assert.equal(sameCount(["a", "b", "c"], ["a"]), 1);
  assert.equal(sameCount(["a", "b"], ["a", "x"]), 1);
});
