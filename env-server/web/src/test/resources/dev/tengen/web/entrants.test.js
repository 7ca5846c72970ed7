import assert from "node:assert/strict";
import { test } from "node:test";

import { entrants, gameCountWords } from "./entrants.js";

test("strengths have their names, and agents those of their programs", () => {
  const strengths = [{ name: "Strong", opponent: "monte-carlo:playouts=2000" }];
  assert.deepEqual(entrants(["monte-carlo:playouts=2000", "gtp:gnugo", "agent eve"], strengths), [
    { name: "Strong", player: "monte-carlo:playouts=2000" },
    { name: "gtp:gnugo", player: "gtp:gnugo" },
    { name: "eve", player: "agent" },
  ]);
});

test("each two players play two games in a pair", () => {
  assert.equal(gameCountWords(3, 2), "12 games.");
  assert.equal(gameCountWords(1, 2), "Choose at least two players.");
  assert.equal(gameCountWords(2, Number("")), "");
});
