// Reads the game records that Tengen writes with a reader that is not ours.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import sgf from "@sabaki/sgf";

const GOLDEN = new URL("../../env-core/src/test/resources/golden/sgf/", import.meta.url);

test("another reader finds all that was written", () => {
  const games = sgf.parse(read("collection.sgf")).map(plain);

  assert.equal(games.length, 3);
  assert.deepEqual(games, JSON.parse(read("collection.json")));
});

test("another reader takes points for what they are", () => {
  const [game] = sgf.parse(read("collection.sgf"));

  assert.deepEqual(game.children[0].data.AB.map(sgf.parseVertex), [
    [0, 0],
    [24, 0],
    [24, 2],
  ]);
});

function plain({ data, children }) {
  return { data, children: children.map(plain) };
}

function read(name) {
  return readFileSync(new URL(name, GOLDEN), "utf8");
}
