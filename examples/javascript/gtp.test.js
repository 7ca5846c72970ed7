// Drives `tengen gtp` with an independent GTP controller: the one of Sabaki.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import gtp from "@sabaki/gtp";
import sgf from "@sabaki/sgf";

const JAR = process.env.TENGEN_JAR ?? fileURLToPath(new URL("../../clients/cli/target/tengen.jar", import.meta.url));
const JAVA = process.env.JAVA_HOME ? `${process.env.JAVA_HOME}/bin/java` : "java";

const folder = mkdtempSync(join(tmpdir(), "tengen-gtp-"));
let engine;
let noise = "";

before(() => {
  engine = new gtp.Controller(JAVA, ["-jar", JAR, "gtp", "--size", "9", "--player", "greedy"]);
  engine.on("stderr", ({ content }) => (noise += content));
  engine.start();
});

after(async () => {
  await engine.stop(20_000);
  rmSync(folder, { recursive: true });
});

test("every listed command is answered, and nothing is written to standard error", async () => {
  const names = (await ask("list_commands")).split("\n");
  assert.ok(names.length > 40);

  // The controller numbers its commands. It would wait forever for a response with a wrong number.
  for (const name of names.filter((name) => name !== "quit" && name !== "printsgf")) {
    const response = await engine.sendCommand({ name });
    assert.equal(typeof response.content, "string");
  }
  assert.equal(noise, "");
});

test("errors use the messages of the protocol", async () => {
  await ask("boardsize", 9);
  await ask("play", "B", "E5");

  assert.deepEqual(
    [
      await refusal("frobnicate"),
      await refusal("play", "W", "E5"),
      await refusal("boardsize", 26),
      await refusal("fixed_handicap", 2),
      await refusal("komi", "much"),
    ],
    ["unknown command", "illegal move", "unacceptable size", "board not empty", "syntax error"],
  );
});

test("an independent SGF parser reads the record of a whole game", async () => {
  await ask("clear_board");
  const moves = [];
  while (moves.length < 300 && !(moves.at(-1) === "pass" && moves.at(-2) === "pass")) {
    moves.push(await ask("genmove", moves.length % 2 === 0 ? "B" : "W"));
  }

  const [game] = sgf.parse(await ask("printsgf"));
  const recorded = [];
  for (let [node] = game.children; node; [node] = node.children) {
    recorded.push(node.data.B ?? node.data.W);
  }

  assert.ok(moves.length > 20);
  assert.deepEqual(recorded.flat().map(vertexName), moves);
  assert.match(await ask("final_score"), /^[BW]\+\d+\.5$/);
  assert.deepEqual(game.data.RE, [await ask("final_score")]);
});

test("a written record loads as the same game", async () => {
  await ask("boardsize", 5, 7);
  await ask("play", "W", "A1");
  await ask("play", "W", "C3");
  const file = join(folder, "game.sgf");
  await ask("printsgf", file);
  await ask("clear_board");

  await ask("loadsgf", file);

  assert.equal(await ask("move_history"), "white C3\nwhite A1");
});

async function ask(name, ...args) {
  const response = await engine.sendCommand({ name, args });
  assert.equal(response.error, false, `${name} ${args}: ${response.content}`);
  return response.content;
}

async function refusal(name, ...args) {
  const response = await engine.sendCommand({ name, args });
  assert.equal(response.error, true, `${name} ${args}: ${response.content}`);
  return response.content;
}

function vertexName(value) {
  if (value === "") {
    return "pass";
  }
  const [column, row] = sgf.parseVertex(value);
  return "ABCDEFGHJ"[column] + (9 - row);
}
