import { ConnectError, createClient, type Client, type Transport } from "@connectrpc/connect";
import { createWritableIterable, type WritableIterable } from "@connectrpc/connect/protocol";
import { type MessageInitShape } from "@bufbuild/protobuf";
import {
  AutoresetMode,
  BatchService,
  RunRequestSchema,
  type LaneStates,
  type RunResponse,
} from "../generated/tengen/v1/batch_pb.ts";
import { IllegalReasonSchema, type IllegalReason } from "../generated/tengen/v1/timestep_pb.ts";
import { chooseAction, result } from "./moves.ts";
import { DEADLINE, expectRejection, type RetryPolicy } from "./retry.ts";

const LANE_COUNT = 4;
const SIZE = 5;

/** Leaves a lane as it is. */
const NO_ACTION = -1;

/**
 * Plays a game in each lane of a batch, all lanes with one message for each move. A batch ends with its stream. If the
 * connection is lost, the retry opens the batch again and plays the same games from the start, since the seed determines
 * them.
 */
export async function playBatch(transport: Transport, retry: RetryPolicy, seed: bigint): Promise<void> {
  const client = createClient(BatchService, transport);
  await expectRejection("INVALID_VALUE", () => retry.call(() => withBatch(client, (batch) => batch.open(0))));
  const final = await retry.call(() => withBatch(client, (batch) => batch.play(seed)));
  const [moveNumbers, margins, stateHashes] = [final.moveNumbers, final.margins, final.stateHashes].map(view);
  for (let lane = 0; lane < LANE_COUNT; lane++) {
    const text = result(
      final.endReasons[lane]!,
      moveNumbers!.getUint32(4 * lane, true),
      margins!.getFloat32(4 * lane, true),
      stateHashes!.getBigUint64(8 * lane, true),
    );
    console.log(`Lane ${lane}: ${text}`);
  }
}

/** Opens a stream, uses it and ends it. */
async function withBatch<T>(client: Client<typeof BatchService>, use: (batch: BatchStream) => Promise<T>): Promise<T> {
  const requests = createWritableIterable<Request>();
  const responses = client.run(requests, DEADLINE)[Symbol.asyncIterator]();
  const value = await use(new BatchStream(requests, responses)).finally(() => requests.close());
  await responses.next(); // The end of the stream.
  return value;
}

type Request = MessageInitShape<typeof RunRequestSchema>;

/** The stream of one batch. */
class BatchStream {
  #maskBytes = 0;

  constructor(
    readonly requests: WritableIterable<Request>,
    readonly responses: AsyncIterator<RunResponse>,
  ) {}

  /** Creates the lanes and returns their first states. */
  async open(laneCount: number): Promise<LaneStates> {
    const specs = [{ width: SIZE, height: SIZE }];
    const autoresetMode = AutoresetMode.DISABLED;
    const { layout, states } = await this.call({ case: "open", value: { laneCount, specs, autoresetMode } });
    this.#maskBytes = layout!.actionMaskByteCount;
    return states!;
  }

  /** Sends a request and returns its answer. */
  async call(request: NonNullable<Request["request"]>): Promise<RunResponse> {
    // A stream that has failed throws the reason when it is read.
    this.requests.write({ request }).catch(() => {});
    const { done, value } = await this.responses.next();
    if (done) throw new ConnectError("the server ended the stream");
    return value;
  }

  /** Steps all lanes until each game is over, and returns the last states. */
  async play(seed: bigint): Promise<LaneStates> {
    let states = await this.open(LANE_COUNT);
    while (!isOver(states)) {
      const actions = this.chooseActions(states, seed);
      states = (await this.call({ case: "step", value: { actions } })).states!;
      const lane = states.illegalReasons.findIndex((reason) => reason !== 0);
      if (lane >= 0) {
        const reason = states.illegalReasons[lane]!;
        throw new ConnectError(
          `lane ${lane}: illegal action: ${IllegalReasonSchema.value[reason as IllegalReason].name}`,
        );
      }
    }
    return states;
  }

  /** Returns the next action of each lane. */
  chooseActions(states: LaneStates, seed: bigint): Uint8Array {
    const actions = new DataView(new ArrayBuffer(4 * LANE_COUNT));
    for (let lane = 0; lane < LANE_COUNT; lane++) {
      const mask = states.actionMasks.subarray(lane * this.#maskBytes, (lane + 1) * this.#maskBytes);
      const moveNumber = view(states.moveNumbers).getUint32(4 * lane, true);
      const isLaneOver = states.terminated[lane] === 1 || states.truncated[lane] === 1;
      const action = isLaneOver ? NO_ACTION : chooseAction(seed + BigInt(lane), mask, SIZE * SIZE, moveNumber);
      actions.setInt32(4 * lane, action, true);
    }
    return new Uint8Array(actions.buffer);
  }
}

/** Returns whether the games of all lanes are over. */
function isOver({ terminated, truncated }: LaneStates): boolean {
  return terminated.every((isTerminated, lane) => isTerminated === 1 || truncated[lane] === 1);
}

/** Returns bytes as numbers to read. */
function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
