import assert from "node:assert/strict";
import { test } from "node:test";

import { gameTicks, ratingTicks } from "./chart.js";
import { ladderNames, shownRows } from "./laddernames.js";

const ROWS = [
  { player: "ada@2.0", agent: "ada", version: "2.0", is_retired: false },
  { player: "ada@1.0", agent: "ada", version: "1.0", is_retired: true },
  { player: "bob", agent: "bob", is_retired: false },
  { player: "greedy", is_retired: false },
];

test("an agent has its own name, and its retired versions have the version, too", () => {
  const names = ladderNames(ROWS);
  assert.deepEqual([...names.values()], ["ada", "ada 1.0", "bob", "greedy"]);
});

test("two players that would have the same name are distinguished by their versions", () => {
  const rows = [...ROWS, { player: "ada@2.1", agent: "ada", version: "2.1", is_retired: false }];
  assert.equal(ladderNames(rows).get("ada@2.0"), "ada 2.0");
  assert.equal(ladderNames(rows).get("ada@2.1"), "ada 2.1");
  const taken = [...ROWS, { player: "greedy@1", agent: "greedy", version: "1", is_retired: false }];
  assert.equal(ladderNames(taken).get("greedy@1"), "greedy 1");
  assert.equal(ladderNames(taken).get("greedy"), "greedy");
});

test("retired versions are shown if they are wanted", () => {
  assert.equal(shownRows(ROWS, false).length, 3);
  assert.equal(shownRows(ROWS, true).length, 4);
});

test("axes have a few round numbers within their range", () => {
  assert.deepEqual(ratingTicks(-130, 420, 300), [-100, 0, 100, 200, 300, 400]);
  assert.deepEqual(gameTicks(20000, 600), [0, 5000, 10000, 15000, 20000]);
  assert.deepEqual(gameTicks(3, 600), [0, 1, 2, 3]);
  assert.deepEqual(ratingTicks(0, 0, 300), [0]);
  for (const width of [260, 600, 1400]) {
    for (const last of [1, 7, 48, 333, 20_000, 1_000_000]) {
      const ticks = gameTicks(last, width);
      assert.ok(ticks.length >= 2 && ticks.length <= 21 && ticks.at(-1) <= last, `${width} ${last}: ${ticks}`);
      assert.ok(ticks.length * 60 <= width + 60, `${ticks} do not fit ${width}`);
    }
  }
});
