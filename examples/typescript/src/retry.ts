import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Code, ConnectError } from "@connectrpc/connect";
import { durationMs } from "@bufbuild/protobuf/wkt";
import { ErrorInfoSchema, RetryInfoSchema } from "../generated/google/rpc/details_pb.ts";

/** The deadline of one attempt: of one call, or of the whole stream of a batch. */
const ATTEMPT_TIMEOUT_MS = 30_000;

/** Options of a call that set its deadline. */
export const DEADLINE = { timeoutMs: ATTEMPT_TIMEOUT_MS };

/**
 * Retries calls while the server cannot be reached, is full or is overloaded. Every call that changes state needs a
 * request id, which stays the same in all attempts: the server then acts once, even if it has acted and the answer was
 * lost on the way.
 */
export class RetryPolicy {
  /** The time from the first call to the last attempt. */
  readonly #limitMs: number;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Makes attempts until one succeeds, fails for good, or the limit has passed. Then it throws the last error. */
  async call<T>(attempt: () => Promise<T>): Promise<T> {
    const giveUp = Date.now() + this.#limitMs;
    for (let delayMs = 50; ; delayMs = Math.min(2 * delayMs, 1000)) {
      try {
        return await attempt();
      } catch (thrown) {
        if (!(thrown instanceof ConnectError)) throw thrown; // Not an error of a call.
        const waitMs = waitBeforeRetry(thrown, delayMs);
        if (waitMs === undefined || Date.now() + waitMs > giveUp) throw thrown;
        console.error(`play: retrying in ${Math.round(waitMs)} ms after ${describe(thrown)}`);
        await setTimeout(waitMs);
      }
    }
  }
}

/** Returns how long to wait before the next attempt, or nothing if another attempt would fail, too. */
function waitBeforeRetry(error: ConnectError, delayMs: number): number | undefined {
  const backoffMs = delayMs * (0.5 + Math.random() / 2);
  if (isLostConnection(error)) return backoffMs;
  // The server is full or overloaded. If a retry can help, the server says how long to wait at least.
  const asked = error.code === Code.ResourceExhausted ? error.findDetails(RetryInfoSchema)[0]?.retryDelay : undefined;
  return asked === undefined ? undefined : Math.max(durationMs(asked), backoffMs);
}

/**
 * Returns whether the server cannot be reached, is shutting down, or lost the connection. Node.js reports a connection
 * that breaks during a call as canceled, and this program cancels no call.
 */
function isLostConnection(error: ConnectError): boolean {
  return error.code === Code.Unavailable || error.code === Code.Canceled;
}

/** Returns whether a call failed because no server answers. If a server fails a call, the error has a reason. */
export function isServerAway(error: ConnectError): boolean {
  return isLostConnection(error) && errorInfo(error).reason === undefined;
}

/** Returns an id for a call that changes state: at most 64 bytes, used for no other call. */
export function newRequestId(): string {
  return randomBytes(16).toString("hex");
}

/**
 * Returns the reason of a failed call and the field that it is about. The reason is missing if the server did not send
 * the error, and the field if the error is about none.
 */
export function errorInfo(error: ConnectError): { reason?: string; field?: string | undefined } {
  const info = error.findDetails(ErrorInfoSchema).find(({ domain }) => domain === "tengen.dev");
  return info === undefined ? {} : { reason: info.reason, field: info.metadata["field"] };
}

/** Returns an error as text: its reason or, if it has none, its status; its field; and its message. */
export function describe(error: ConnectError): string {
  const { reason = Code[error.code], field } = errorInfo(error);
  return `${reason}${field === undefined ? "" : `, field ${field}`}: ${error.rawMessage}`;
}

/** Prints the error of a call that has to fail with a reason. Throws if the call succeeds or fails otherwise. */
export async function expectRejection(reason: string, call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof ConnectError) || errorInfo(error).reason !== reason) throw error;
    console.log(`Rejected as expected: ${describe(error)}`);
    return;
  }
  throw new ConnectError(`the call succeeded instead of failing with ${reason}`);
}
