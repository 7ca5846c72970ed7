// Plays a game of random moves with only the proto files of Tengen, and no client library. See `node play.js --help`.

import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import grpc from "@grpc/grpc-js";
import protoLoader from "@grpc/proto-loader";

const HELP = `Usage: node play.js [--seed=TEXT] [HOST:PORT]
Plays a 9x9 game of random legal moves on a server and prints the score, as in "Score: B+3.5".

  HOST:PORT    The address of the server (default: 127.0.0.1:9019). Start one with "./tengen serve".
  --seed=TEXT  The seed of the moves (default: 1). The same seed gives the same game on any machine.
  -h, --help   Show this help message and exit.

The calls of a game, all documented in environment.proto:
  CreateSession  Creates an environment. Returns its session_id and the first action mask.
  Step           Plays an action: row * 9 + column from the top left, or 81 to pass. Returns the next mask.
  Observe        Returns the stones, one byte per point.
  CloseSession   Closes the session.
A mask has one bit per action, most significant bit first. Moves that superko forbids are masked.
A game ends after two passes, or at the move limit, which is three times the number of points by default.
A call that fails changes nothing and returns the reason in the trailer "tengen-reason".

Exit codes: 0 game played, 1 a call failed, 2 invalid arguments, 3 no server.`;

const CONTRACT = fileURLToPath(new URL("../../proto/src/main/proto/", import.meta.url));
const TIMEOUT_MS = 10_000;
const SIZE = 9;
const PASS = SIZE * SIZE;

/** Connects to a server and plays an episode in a new session. */
async function main(address, seed) {
  const contract = protoLoader.loadSync("tengen/v1/environment.proto", {
    includeDirs: [CONTRACT],
    enums: String,
    defaults: true,
  });
  const { EnvironmentService } = grpc.loadPackageDefinition(contract).tengen.v1;
  const client = new EnvironmentService(address, grpc.credentials.createInsecure());
  const call = promisify((rpc, request, done) => client[rpc](request, { deadline: Date.now() + TIMEOUT_MS }, done));
  const { sessionId, timestep } = await call("CreateSession", { spec: { width: SIZE, height: SIZE } });
  try {
    await playEpisode(call, sessionId, timestep, seed);
  } finally {
    await call("CloseSession", { sessionId });
  }
}

/** Plays the episode from its first timestep to its end, and prints the result. */
async function playEpisode(call, sessionId, timestep, seed) {
  while (!timestep.terminated && !timestep.truncated) {
    const action = chooseAction(timestep, seed);
    ({ timestep } = await call("Step", { sessionId, action }));
    if (timestep.moveNumber === 1) await playOccupiedPoint(call, sessionId, action);
  }
  const { board } = await call("Observe", { sessionId });
  console.log(draw(board));
  console.log(`${timestep.endReason} after ${timestep.moveNumber} moves`);
  const { margin } = timestep.score; // Never 0, because komi is 7.5.
  console.log(`Score: ${margin > 0 ? "B" : "W"}+${Math.abs(margin)}`);
}

/** Returns a legal point, chosen by a hash of seed and move number, or a pass if there is no legal point. */
function chooseAction({ actionMask, moveNumber }, seed) {
  const points = [...Array(PASS).keys()].filter((point) => actionMask[point >> 3] & (0x80 >> (point & 7)));
  const random = createHash("sha256").update(`${seed} ${moveNumber}`).digest().readUInt32BE();
  return points.length > 0 ? points[random % points.length] : PASS;
}

/** Shows how an illegal action fails. The position does not change. */
async function playOccupiedPoint(call, sessionId, point) {
  try {
    await call("Step", { sessionId, action: point });
  } catch (error) {
    if (error.code !== grpc.status.FAILED_PRECONDITION) throw error;
    console.log(`Rejected as expected: ${reasonOf(error)} (${error.details})`);
  }
}

function reasonOf(error) {
  return error.metadata.get("tengen-reason")[0];
}

/** Returns the board as text: X is Black, O is White. */
function draw(board) {
  const stones = Array.from(board, (color) => ".XO"[color]);
  const rows = [...Array(SIZE).keys()].map((row) => [SIZE - row, ...stones.slice(row * SIZE, (row + 1) * SIZE)]);
  return [...rows, [..." ABCDEFGHJ"]].map((row) => row.join(" ")).join("\n");
}

function readArguments() {
  const options = { seed: { type: "string", default: "1" }, help: { type: "boolean", short: "h" } };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length > 1) throw new Error(`expected one HOST:PORT, but got ${positionals.length}`);
    return { ...values, address: positionals[0] || "127.0.0.1:9019" };
  } catch (error) {
    return fail(2, `${error.message}\nSee "node play.js --help" for the arguments`);
  }
}

function fail(exitCode, message) {
  console.error(`play: ${message}`);
  process.exit(exitCode);
}

const { address, seed, help } = readArguments();
if (help) {
  console.log(HELP);
} else {
  await main(address, seed).catch((error) => {
    if (error.code === grpc.status.UNAVAILABLE || error.code === grpc.status.DEADLINE_EXCEEDED) {
      fail(3, `no server answers at ${address}; start one with "./tengen serve"`);
    }
    if (!error.metadata) throw error; // A bug in this program.
    fail(1, `${reasonOf(error) ?? grpc.status[error.code]}: ${error.details}`);
  });
}
