import { Code, ConnectError, createClient, type Client, type Transport } from "@connectrpc/connect";
import { EnvironmentService } from "../generated/tengen/v1/environment_pb.ts";
import type { Timestep } from "../generated/tengen/v1/timestep_pb.ts";
import { chooseAction, result } from "./moves.ts";
import { DEADLINE, expectRejection, newRequestId, type RetryPolicy } from "./retry.ts";

const SIZE = 9;

/** Plays a whole game in a session of its own. */
export async function playSession(transport: Transport, retry: RetryPolicy, seed: bigint): Promise<void> {
  const client = createClient(EnvironmentService, transport);
  await expectRejection("INVALID_VALUE", () => createSession(client, retry, 26));
  const { sessionId, timestep } = await createSession(client, retry, SIZE);
  const game = new SessionGame(client, retry, seed, sessionId);
  try {
    await game.playEpisode(timestep!);
  } finally {
    await game.close();
  }
}

function createSession(client: Client<typeof EnvironmentService>, retry: RetryPolicy, size: number) {
  const request = { requestId: newRequestId(), spec: { width: size, height: size } };
  return retry.call(() => client.createSession(request, DEADLINE));
}

/** A game in a session: one call for each move. */
class SessionGame {
  constructor(
    readonly client: Client<typeof EnvironmentService>,
    readonly retry: RetryPolicy,
    readonly seed: bigint,
    readonly sessionId: string,
  ) {}

  /** Plays from the first timestep to the end, and prints the board and the result. */
  async playEpisode(timestep: Timestep): Promise<void> {
    while (!timestep.terminated && !timestep.truncated) {
      const action = chooseAction(this.seed, timestep.actionMask, SIZE * SIZE, timestep.moveNumber);
      const requestId = newRequestId();
      timestep = await this.step(requestId, action);
      if (timestep.moveNumber === 1) await this.showErrors(requestId, action, timestep.stateHash);
    }
    const { board } = await this.retry.call(() => this.client.observe({ sessionId: this.sessionId }, DEADLINE));
    console.log(draw(board));
    const { endReason, moveNumber, score, stateHash } = timestep;
    console.log(`Session: ${result(endReason, moveNumber, score!.margin, stateHash)}`);
  }

  async step(requestId: string, action: number): Promise<Timestep> {
    const request = { sessionId: this.sessionId, requestId, action };
    const { timestep } = await this.retry.call(() => this.client.step(request, DEADLINE));
    return timestep!; // Every answer has a timestep.
  }

  /**
   * Repeats the first move: with its request id the call returns the first answer and does nothing; with another id it
   * is an illegal move, and the position does not change.
   */
  async showErrors(requestId: string, action: number, stateHash: bigint): Promise<void> {
    const again = await this.step(requestId, action);
    if (again.stateHash !== stateHash) throw new ConnectError("the move was played twice");
    console.log("Repeated as expected: the move was played once");
    await expectRejection("OCCUPIED", () => this.step(newRequestId(), action));
  }

  /** Closes the session. A retry that finds it closed has succeeded, too. */
  async close(): Promise<void> {
    try {
      await this.retry.call(() => this.client.closeSession({ sessionId: this.sessionId }, DEADLINE));
    } catch (error) {
      if (!(error instanceof ConnectError) || error.code !== Code.NotFound) throw error;
    }
  }
}

/** Returns the board as text: X is Black, O is White. */
function draw(board: Uint8Array): string {
  const stones = Array.from(board, (color) => ".XO"[color]);
  const rows = [...Array(SIZE).keys()].map((row) => [SIZE - row, ...stones.slice(row * SIZE, (row + 1) * SIZE)]);
  return [...rows, [..." ABCDEFGHJ"]].map((row) => row.join(" ")).join("\n");
}
