// Runs the program as a user would, against a real server with a limit of one session.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";

const JAR = process.env.TENGEN_JAR ?? pathOf("../../clients/cli/target/tengen.jar");
const JAVA = process.env.JAVA_HOME ? `${process.env.JAVA_HOME}/bin/java` : "java";

let server;
let address;

before(startServer, { timeout: 60_000 });
after(stopServer, { timeout: 20_000 });

test("a game ends with the score of the printed board", async () => {
  const { exitCode, stdout, stderr } = await play(address);

  assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  assert.match(lines.at(-2), /^END_REASON_(PASSES|MAX_MOVES) after \d+ moves$/);
  assert.match(lines.at(-1), /^Score: [BW]\+\d+\.5$/);
  assert.equal(lines.at(-1), `Score: ${scoreOf(lines.slice(1, 10))}`);
});

test("an illegal action is rejected with its reason", async () => {
  const { stdout } = await play(address);

  assert.match(stdout, /^Rejected as expected: OCCUPIED \(.*\d+.*\)\n/);
});

test("the seed determines the game", async () => {
  const first = await play("--seed=7", address);
  const again = await play("--seed=7", address);
  const other = await play("--seed=8", address);

  assert.deepEqual([first.exitCode, other.exitCode], [0, 0]);
  assert.deepEqual(again, first);
  assert.notEqual(other.stdout, first.stdout);
});

test("a failed call is reported with its reason", async () => {
  const definition = protoLoader.loadSync("tengen/v1/environment.proto", {
    includeDirs: [pathOf("../../proto/src/main/proto/")],
  });
  const { EnvironmentService } = grpc.loadPackageDefinition(definition).tengen.v1;
  const client = new EnvironmentService(address, grpc.credentials.createInsecure());
  const call = promisify((rpc, request, done) => client[rpc](request, done));
  const { sessionId } = await call("CreateSession", { spec: { width: 1, height: 1 } });

  const { exitCode, stdout, stderr } = await play(address);

  await call("CloseSession", { sessionId });
  client.close();
  assert.deepEqual({ exitCode, stdout }, { exitCode: 1, stdout: "" });
  assert.match(stderr, /^play: TOO_MANY_SESSIONS: .+\n$/);
});

test("without a server, the error explains how to start one", async () => {
  const port = await freePort();

  const { exitCode, stdout, stderr } = await play(`127.0.0.1:${port}`);

  assert.deepEqual({ exitCode, stdout }, { exitCode: 3, stdout: "" });
  assert.equal(stderr, `play: no server answers at 127.0.0.1:${port}; start one with "./tengen serve"\n`);
});

test("--help explains arguments, calls and errors", async () => {
  const { exitCode, stdout, stderr } = await play("--help");

  assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: "" });
  for (const word of ["Usage: node play.js", "--seed", "CreateSession", "tengen-reason", "Exit codes"]) {
    assert.ok(stdout.includes(word), word);
  }
});

for (const args of [["--sede=1"], ["--seed"], ["127.0.0.1:1", "127.0.0.1:2"]]) {
  test(`invalid arguments: ${args.join(" ")}`, async () => {
    const { exitCode, stdout, stderr } = await play(...args);

    assert.deepEqual({ exitCode, stdout }, { exitCode: 2, stdout: "" });
    assert.match(stderr, /^play: .+\nSee "node play.js --help" for the arguments\n$/);
  });
}

/** Runs the program until it exits. */
function play(...args) {
  return new Promise((resolve) => {
    execFile(process.execPath, [pathOf("play.js"), ...args], { timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ exitCode: error ? error.code : 0, stdout, stderr }),
    );
  });
}

/** Returns the score of a printed board by area: a point counts for the only color that it holds or reaches. */
function scoreOf(rows) {
  const board = rows.map((row) => row.slice(2).replaceAll(" ", "")).join("|"); // "|" is a wall.
  let margin = -7.5;
  for (let point = 0; point < board.length; point++) {
    const reached = colorsReachedFrom(point, board);
    if (reached === "X") margin++;
    if (reached === "O") margin--;
  }
  return `${margin > 0 ? "B" : "W"}+${Math.abs(margin)}`;
}

function colorsReachedFrom(start, board) {
  const seen = new Set([start]);
  for (const point of seen) {
    if (board[point] === ".") [-10, -1, 1, 10].forEach((step) => seen.add(point + step));
  }
  return ["X", "O"].filter((color) => [...seen].some((point) => board[point] === color)).join("");
}

async function startServer() {
  server = spawn(JAVA, ["-jar", JAR, "serve", "--port", "0", "--json", "--max-sessions", "1"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const errors = text(server.stderr);
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const { value: line } = await lines.next();
  if (line === undefined) {
    assert.fail(
      `the server does not start; build it with "mvn -pl clients/cli -am package -DskipTests"\n${await errors}`,
    );
  }
  const ready = JSON.parse(line);
  assert.equal(ready.event, "ready");
  address = ready.address;
}

async function stopServer() {
  const isRunning = server.exitCode === null && server.signalCode === null;
  if (isRunning && server.kill()) await once(server, "exit");
}

/** Returns a free port. */
async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address();
  listener.close();
  await once(listener, "close");
  return port;
}

function pathOf(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}
