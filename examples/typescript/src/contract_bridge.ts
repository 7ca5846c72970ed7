// Makes sessions available over a pipe, for the contract test of environments, which is written in Java.
//
// Each line on standard input is a request, and each line on standard output is its response, both in JSON, as in
// clients/python/tests/contract_bridge.py. The argument is the address of a server.

import { createInterface } from "node:readline";
import type { DescEnum, MessageInitShape } from "@bufbuild/protobuf";
import { ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { EnvironmentService } from "../generated/tengen/v1/environment_pb.ts";
import {
  ObservationFormatSchema,
  ObservationLayoutSchema,
  SymmetrySchema,
} from "../generated/tengen/v1/observation_pb.ts";
import { KoRuleSchema, SuicideRuleSchema, type Color } from "../generated/tengen/v1/rules_pb.ts";
import {
  IllegalActionPolicySchema,
  RewardModeSchema,
  type EnvironmentSpecSchema,
} from "../generated/tengen/v1/spec_pb.ts";
import { EndReasonSchema, IllegalReasonSchema, type Timestep } from "../generated/tengen/v1/timestep_pb.ts";
import { errorInfo } from "./retry.ts";

/** A request of the contract test. Names of enum values are in lower case with hyphens, as in "area-delta". */
interface BridgeRequest {
  call: string;
  session: number;
  /** Any 64 bits, as text. */
  seed: string;
  action: number;
  move_count: number;
  spec: BridgeSpec;
}

interface BridgeSpec {
  width: number;
  height: number;
  komi: number;
  ko: string;
  suicide: string;
  passes_to_end: number;
  max_moves: number;
  reward_mode: string;
  score_on_truncation: boolean;
  illegal_action_policy: string;
  illegal_action_penalty: number;
  max_illegal_actions: number;
  observation_format: string;
  observation_layout: string;
  symmetry: string;
  encodings: string[];
  setup: { black_points: number[]; white_points: number[]; player_to_move: Color };
  opponent?: { player: string; color: Color };
}

const [address] = process.argv.slice(2);
const client = createClient(EnvironmentService, createGrpcTransport({ baseUrl: `http://${address}` }));
const sessionIds: string[] = [];

/** Carries out a request and returns its response. */
async function answer(request: BridgeRequest): Promise<object> {
  const sessionId = sessionIds[request.session] ?? "";
  switch (request.call) {
    case "open": {
      const seed = BigInt.asUintN(64, BigInt(request.seed));
      return opened((await client.createSession({ spec: toProto(request.spec), seed })).sessionId);
    }
    case "reset": {
      const seed = BigInt.asUintN(64, BigInt(request.seed));
      return toResponse((await client.reset({ sessionId, seed })).timestep!);
    }
    case "step":
      return step(sessionId, request.action);
    case "undo":
      return undo(sessionId, request.move_count);
    case "margin":
      return { margin: (await client.score({ sessionId })).score!.margin };
    case "import":
      return importRecord(sessionId);
    default:
      throw new Error(`unknown call ${request.call}`);
  }
}

async function opened(sessionId: string): Promise<object> {
  sessionIds.push(sessionId);
  return { session: sessionIds.length - 1, ...(await state(sessionId)) };
}

/** Plays an action. If it is rejected, the state is requested from the server. */
async function step(sessionId: string, action: number): Promise<object> {
  try {
    const timestep = (await client.step({ sessionId, action })).timestep!;
    const reason = shortName(IllegalReasonSchema, timestep.illegalReason);
    return { legality: reason === "UNSPECIFIED" ? "LEGAL" : reason, ...toResponse(timestep) };
  } catch (error) {
    const legality = reasonOf(error);
    if (!IllegalReasonSchema.values.some(({ name }) => name === `ILLEGAL_REASON_${legality}`)) throw error;
    return { legality, ...(await state(sessionId)) };
  }
}

/** Takes back moves. If that is not allowed, the state is requested from the server. */
async function undo(sessionId: string, moveCount: number): Promise<object> {
  try {
    return { is_allowed: true, ...toResponse((await client.undo({ sessionId, moveCount })).timestep!) };
  } catch (error) {
    if (!["UNDO_UNAVAILABLE", "INVALID_VALUE"].includes(reasonOf(error) ?? "")) throw error;
    return { is_allowed: false, ...(await state(sessionId)) };
  }
}

/** Creates a session from the exported record of another, with default arguments. */
async function importRecord(sessionId: string): Promise<object> {
  const { sgf } = await client.exportRecord({ sessionId });
  const { session, warnings } = await client.importRecord({ sgf: new TextEncoder().encode(sgf) });
  if (warnings.length > 0) throw new Error(`warnings of ImportRecord: ${warnings.join(", ")}`);
  return opened(session!.sessionId);
}

/** Returns the state of a session from GetSession and Observe. */
async function state(sessionId: string): Promise<object> {
  const { timestep } = await client.getSession({ sessionId });
  const { observations } = await client.observe({ sessionId });
  return toResponse({ ...timestep!, observations });
}

function toResponse(timestep: Timestep): object {
  const endReason = shortName(EndReasonSchema, timestep.endReason);
  return {
    rewards: [timestep.rewardBlack, timestep.rewardWhite],
    end_reason: endReason === "UNSPECIFIED" ? "NONE" : endReason,
    winner: timestep.winner,
    player_to_move: timestep.playerToMove,
    episode: Number(timestep.episode),
    move_number: timestep.moveNumber,
    action_mask: hex(timestep.actionMask),
    actions: timestep.actions,
    state_hash: timestep.stateHash.toString(16).padStart(16, "0"),
    symmetry: shortName(SymmetrySchema, timestep.symmetry),
    observations: timestep.observations.map(({ planes }) => hex(planes)),
  };
}

function toProto(spec: BridgeSpec): MessageInitShape<typeof EnvironmentSpecSchema> {
  const { setup, opponent } = spec;
  return {
    width: spec.width,
    height: spec.height,
    rules: {
      komi: spec.komi,
      ko: enumValue(KoRuleSchema, spec.ko),
      suicide: enumValue(SuicideRuleSchema, spec.suicide),
      passesToEnd: spec.passes_to_end,
    },
    setup: {
      blackPoints: setup.black_points,
      whitePoints: setup.white_points,
      playerToMove: setup.player_to_move,
    },
    maxMoves: spec.max_moves,
    rewardMode: enumValue(RewardModeSchema, spec.reward_mode),
    scoreOnTruncation: spec.score_on_truncation,
    illegalActionPolicy: enumValue(IllegalActionPolicySchema, spec.illegal_action_policy),
    illegalActionPenalty: spec.illegal_action_penalty,
    maxIllegalActions: spec.max_illegal_actions,
    encodings: spec.encodings,
    observationFormat: enumValue(ObservationFormatSchema, spec.observation_format),
    observationLayout: enumValue(ObservationLayoutSchema, spec.observation_layout),
    symmetry: enumValue(SymmetrySchema, spec.symmetry),
    ...(opponent === undefined ? {} : { opponent }),
  };
}

/** Returns the value of an enum by its name without prefix, as in "area-delta". */
function enumValue(schema: DescEnum, name: string): number {
  const wanted = name.toUpperCase().replaceAll("-", "_");
  const value = schema.values.find(({ number }) => shortName(schema, number) === wanted);
  if (value === undefined) throw new Error(`${schema.typeName} has no value ${name}`);
  return value.number;
}

/** Returns the name of a value without the prefix of its enum, as in "AREA_DELTA". */
function shortName(schema: DescEnum, number: number): string {
  return schema.value[number]!.name.slice(schema.sharedPrefix!.length).toUpperCase();
}

/** Returns the reason of a failed call, if it has one. */
function reasonOf(error: unknown): string | undefined {
  return error instanceof ConnectError ? errorInfo(error).reason : undefined;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

for await (const line of createInterface({ input: process.stdin })) {
  // A seed has more digits than a number of JavaScript.
  const request = JSON.parse(line.replace(/"seed":(-?\d+)/, '"seed":"$1"')) as BridgeRequest;
  console.log(JSON.stringify(await answer(request)));
}
process.exit(); // Closes the connection.
