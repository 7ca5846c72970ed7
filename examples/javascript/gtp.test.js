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
  // An analysis ends with the next command only; see the test of analysis below.
  const others = names.filter((name) => name !== "quit" && name !== "printsgf" && !/^(lz-|kata-)?analyze$/.test(name));
  for (const name of others) {
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

test("Sabaki's analysis shows moves until the next command", async () => {
  await ask("boardsize", 9);
  for (const [name, parse] of [
    ["analyze", (text) => Number(text) / 10_000],
    ["lz-analyze", (text) => Number(text) / 10_000],
    ["kata-analyze", Number],
  ]) {
    const reports = [];
    const analysis = engine.sendCommand({ name, args: ["B", "1"] }, ({ line }) => {
      if (line.startsWith("info ")) {
        reports.push(line);
        // As Sabaki does: any command interrupts.
        if (reports.length === 2) {
          engine.sendCommand({ name: "protocol_version" });
        }
      }
    });
    const response = await analysis;

    assert.equal(response.error, false, name);
    assert.ok(reports.length >= 2, name);
    const moves = variations(reports.at(-1));
    assert.ok(moves.length > 1, name);
    assert.deepEqual(
      moves.map((move) => move.order),
      moves.map((_, index) => String(index)),
    );
    for (const move of moves) {
      assert.match(move.move, /^([A-HJ][1-9]|pass)$/);
      assert.equal(move.pv[0], move.move);
      assert.ok(Number(move.visits) >= 1);
      const winrate = parse(move.winrate);
      assert.ok(winrate >= 0 && winrate <= 1, `${name} ${move.winrate}`);
      assert.equal(move.scoreLead !== undefined, name !== "lz-analyze");
    }
  }
});

test("Sabaki's state tracker follows genmove_analyze", async () => {
  const searcher = new gtp.Controller(JAVA, ["-jar", JAR, "gtp", "--player", "monte-carlo:playouts=100"]);
  const tracker = new gtp.ControllerStateTracker(searcher);
  searcher.start();
  try {
    await tracker.sync({ komi: 7, boardsize: [5, 5], history: [{ name: "play", args: ["B", "C3"] }] });
    const lines = [];
    await tracker.queueCommand({ name: "genmove_analyze", args: ["W", "50"] }, ({ line }) => lines.push(line));

    const played = lines.find((line) => line.startsWith("play ")).slice("play ".length);
    const shown = variations(lines.findLast((line) => line.startsWith("info ")));
    const visits = shown.reduce((sum, move) => sum + Number(move.visits), 0);
    assert.equal(shown[0].move, played);
    assert.equal(visits, 100);
    assert.deepEqual(tracker.state.history.at(-1), { name: "play", args: ["W", played.toUpperCase()] });
    const { content } = await searcher.sendCommand({ name: "move_history" });
    assert.equal(content, `white ${played}\nblack C3`);
  } finally {
    await searcher.stop(20_000);
  }
});

/** Returns the values of each move of a line of analysis, as its documents describe them. */
function variations(line) {
  return line
    .split(/(?:^| )info /)
    .slice(1)
    .map((text) => {
      const [head, tail] = text.split(" pv ");
      const words = head.split(" ");
      const values = { pv: tail.split(" ") };
      for (let index = 0; index < words.length; index += 2) {
        values[words[index]] = words[index + 1];
      }
      return values;
    });
}

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
