// Reads the game records of Tengen with an independent SGF parser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import sgf from "@sabaki/sgf";

const GOLDEN = new URL("../../env-core/core/src/test/resources/golden/sgf/", import.meta.url);

test("an independent parser reads all properties", () => {
  const games = sgf.parse(read("collection.sgf")).map(plain);

  assert.equal(games.length, 3);
  assert.deepEqual(games, JSON.parse(read("collection.json")));
});

test("an independent parser reads the same points", () => {
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
