import assert from "node:assert/strict";
import { test } from "node:test";

import { chosenOpponent, offeredOpponents, opponentOf, otherPlayers } from "./opponents.js";

const INFO = {
  strengths: [
    { name: "Beginner", opponent: "eye-safe-random", summary: "random" },
    { name: "Novice", opponent: "greedy", summary: "takes points" },
    { name: "Strong", opponent: "monte-carlo:playouts=2000", summary: "searches" },
  ],
  players: [{ name: "gtp:gnugo", summary: "GNU Go" }],
};
const WORKS = ["random", "eye-safe-random", "greedy", "monte-carlo:playouts=2000", "oracle", "gtp:gnugo", "gtp:other"];

test("strengths come in their order, then engines, then agents", () => {
  const offered = offeredOpponents(INFO, WORKS, ["eve"]);
  assert.deepEqual(
    offered.map(({ name }) => name),
    ["Beginner", "Novice", "Strong", "gnugo", "other", "eve"],
  );
  assert.equal(offered[3].about, "GNU Go");
  assert.equal(offered[5].value, "agent eve");
});

test("what does not work is not offered, and the rest is among the other players", () => {
  const offered = offeredOpponents(INFO, ["random", "greedy", "oracle"], []);
  assert.deepEqual(
    offered.map(({ value }) => value),
    ["greedy"],
  );
  assert.deepEqual(otherPlayers(offered, ["random", "greedy", "oracle"]), ["random", "oracle"]);
});

test("the wanted opponent is chosen if it is there, even one of the other players", () => {
  const offered = offeredOpponents(INFO, WORKS, []);
  const others = otherPlayers(offered, WORKS);
  assert.equal(chosenOpponent(["oracle"], offered, others), "oracle");
  assert.equal(chosenOpponent(["agent gone", "gtp:gnugo"], offered, others), "gtp:gnugo");
  assert.equal(chosenOpponent([""], offered, others), "greedy");
  assert.equal(chosenOpponent([""], [], []), "");
});

test("an agent may have the name of a player", () => {
  assert.deepEqual(opponentOf("agent greedy"), { name: "greedy", isAgent: true });
  assert.deepEqual(opponentOf("greedy"), { name: "greedy", isAgent: false });
});
