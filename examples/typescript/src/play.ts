// Plays random games on a server of Tengen: one in a session, and several in the lanes of a batch. The code of
// the messages is generated from the proto files; there is no client library.
//
// The same seed plays the same games on any machine and in the examples of every other language.

import { parseArgs } from "node:util";
import { ConnectError } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { playBatch } from "./batch.ts";
import { describe, isServerAway, RetryPolicy } from "./retry.ts";
import { playSession } from "./session.ts";

const HELP = `Usage: play [--seed=N] [--only=sessions|batch] [--retry-seconds=N] [HOST:PORT]
Plays a 9x9 game in a session and four 5x5 games in a batch, with random moves, and prints the results.

  HOST:PORT          The address of the server (default: 127.0.0.1:9019). Start one with "./tengen serve".
  --seed=N           The seed of the moves, 0 to 2^63-1 (default: 1).
  --only=WHAT        Play only in a session ("sessions") or only in a batch ("batch").
  --retry-seconds=N  Retry calls for this long while the server is away or full, 0 to 3600 (default: 20).
  --help             Show this help message and exit.

Exit codes: 0 games played, 1 a call failed, 2 invalid arguments, 3 no server.`;

interface Arguments {
  address: string;
  seed: bigint;
  only: string;
  retrySeconds: number;
}

async function play({ address, seed, only, retrySeconds }: Arguments): Promise<void> {
  const transport = createGrpcTransport({ baseUrl: `http://${address}` });
  const retry = new RetryPolicy(1000 * retrySeconds);
  if (only !== "batch") await playSession(transport, retry, seed);
  if (only !== "sessions") await playBatch(transport, retry, seed);
}

/** Returns the arguments of the command line, or nothing if help is asked for. */
function readArguments(): Arguments | undefined {
  const { values, positionals } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      only: { type: "string", default: "" },
      "retry-seconds": { type: "string", default: "20" },
      help: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  if (values.help) return undefined;
  if (!["", "sessions", "batch"].includes(values.only)) {
    throw new Error(`--only=${values.only} is neither "sessions" nor "batch"`);
  }
  if (positionals.length > 1) throw new Error(`expected one HOST:PORT, but got ${positionals.length}`);
  return {
    address: positionals[0] ?? "127.0.0.1:9019",
    seed: integer("seed", values.seed, 2n ** 63n - 1n),
    only: values.only,
    retrySeconds: Number(integer("retry-seconds", values["retry-seconds"], 3600n)),
  };
}

/** Returns the number of an option, from 0 to `maximum`. */
function integer(option: string, text: string, maximum: bigint): bigint {
  const value = /^\d+$/.test(text) ? BigInt(text) : -1n;
  if (value < 0n || value > maximum) throw new Error(`--${option}=${text} is not an integer from 0 to ${maximum}`);
  return value;
}

function fail(exitCode: number, message: string): void {
  console.error(`play: ${message}`);
  process.exitCode = exitCode;
}

async function main(): Promise<void> {
  let read: Arguments | undefined;
  try {
    read = readArguments();
  } catch (error) {
    return fail(2, `${(error as Error).message}\nSee "play --help" for the arguments`);
  }
  if (read === undefined) return console.log(HELP);
  try {
    await play(read);
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error; // A bug in this program.
    if (!isServerAway(error)) return fail(1, describe(error));
    fail(3, `no server answers at ${read.address}; start one with "./tengen serve"`);
  }
}

await main();
