"""Converts the server info from protobuf messages."""

from __future__ import annotations

from tengen import _responses as responses
from tengen.enums import MissingHistory, PeerAxes, PeerFirstRow, Perspective
from tengen.server_info import (
    ArenaLimits,
    EncodingFamily,
    EncodingSpec,
    EngineInfo,
    FeatureInfo,
    FeatureSpec,
    MemoryInfo,
    MemoryUse,
    OverlaySpec,
    PeerLayout,
    PlayerSpec,
    RulesPreset,
    ServerInfo,
    ServerLimits,
    ServiceInfo,
    StreamLimits,
    ThinkingLimits,
)
from tengen.tasks import TaskFamily, TaskParameter
from tengen.v1 import environment_pb2, observation_pb2, task_pb2


def server_info(message: environment_pb2.GetServerInfoResponse) -> ServerInfo:
    """Returns the server info of a message."""
    limits = message.limits
    return ServerInfo(
        version=message.version,
        presets=tuple(
            RulesPreset(
                preset.name, responses.rules(preset.rules), preset.summary, tuple(preset.aliases)
            )
            for preset in message.presets
        ),
        encodings=tuple(encoding_spec(encoding) for encoding in message.encodings),
        players=tuple(PlayerSpec(player.name, player.summary) for player in message.players),
        limits=ServerLimits(
            limits.max_size,
            limits.max_session_count,
            limits.idle_timeout_ms / 1000,
            limits.max_request_bytes,
            limits.max_lane_count,
            limits.max_node_count,
            limits.max_tree_count,
            limits.max_analysis_count,
            limits.max_analysis_node_count,
            limits.max_analysis_time_ms / 1000,
        ),
        encoding_families=tuple(encoding_family(family) for family in message.encoding_families),
        overlays=tuple(
            OverlaySpec(overlay.name, overlay.meaning, overlay.min, overlay.max)
            for overlay in message.overlays
        ),
        tasks=tuple(task_family(family) for family in message.tasks),
        services=tuple(
            ServiceInfo(
                service.name,
                service.is_enabled,
                service.how_to_enable,
                tuple(service.disabled_rpcs),
            )
            for service in message.services
        ),
        features=tuple(
            FeatureInfo(feature.name, feature.is_enabled, feature.kind, feature.how_to_enable)
            for feature in message.features
        ),
        engines=tuple(
            EngineInfo(
                engine.name,
                engine.start_timeout_ms / 1000,
                engine.move_timeout_ms / 1000,
                engine.dead_stones,
            )
            for engine in message.engines
        ),
        stream_limits=stream_limits(message),
        thinking_limits=thinking_limits(message),
        arena_limits=arena_limits(message),
        memory=memory(message),
    )


def memory(message: environment_pb2.GetServerInfoResponse) -> MemoryInfo | None:
    """Returns the memory of a message."""
    if not message.HasField("memory"):
        return None
    info = message.memory
    return MemoryInfo(
        info.max_heap_bytes,
        info.max_direct_bytes,
        tuple(
            MemoryUse(use.kind, use.is_direct, use.max_bytes, use.reserved_bytes)
            for use in info.uses
        ),
    )


def stream_limits(message: environment_pb2.GetServerInfoResponse) -> StreamLimits | None:
    """Returns the limits of streams of a message."""
    limits = message.stream_limits
    if not message.HasField("stream_limits"):
        return None
    return StreamLimits(
        limits.max_request_bytes,
        limits.max_batch_answer_bytes,
        limits.max_tree_answer_bytes,
        limits.max_calls_per_connection,
        limits.max_connection_count,
        limits.max_connection_count_per_address,
        limits.slow_reader_limit_ms,
    )


def thinking_limits(message: environment_pb2.GetServerInfoResponse) -> ThinkingLimits | None:
    """Returns the limits of searches of a message."""
    limits = message.thinking_limits
    if not message.HasField("thinking_limits"):
        return None
    return ThinkingLimits(
        limits.max_playout_count,
        limits.max_batch_playout_count,
        limits.max_thinking_call_count,
        limits.max_running_thinking_call_count,
        limits.max_engine_count,
        limits.max_engine_count_each,
        limits.max_waiting_analysis_count,
    )


def arena_limits(message: environment_pb2.GetServerInfoResponse) -> ArenaLimits | None:
    """Returns the limits of the arena of a message."""
    limits = message.arena_limits
    if not message.HasField("arena_limits"):
        return None
    return ArenaLimits(
        limits.max_agent_count,
        limits.agent_reconnect_ms / 1000,
        limits.max_tournament_count,
        limits.max_arena_game_count,
        limits.max_waiting_call_count,
    )


def encoding_spec(message: observation_pb2.EncodingSpec) -> EncodingSpec:
    """Returns the encoding of a message."""
    return EncodingSpec(
        name=message.name,
        version=message.version,
        summary=message.summary,
        perspective=responses.known_enum_value(
            Perspective, observation_pb2.Perspective, message.perspective
        ),
        board_count=message.board_count,
        missing_history=responses.known_enum_value(
            MissingHistory, observation_pb2.MissingHistory, message.missing_history
        ),
        peer=PeerLayout(
            message.peer.program,
            responses.known_enum_value(PeerAxes, observation_pb2.PeerAxes, message.peer.axes),
            responses.known_enum_value(
                PeerFirstRow, observation_pb2.PeerFirstRow, message.peer.first_row
            ),
        ),
        planes=tuple(feature_spec(plane) for plane in message.planes),
        globals=tuple(feature_spec(feature) for feature in message.globals),
    )


def feature_spec(
    message: observation_pb2.PlaneSpec | observation_pb2.GlobalFeatureSpec,
) -> FeatureSpec:
    """Returns the plane or the global feature of a message."""
    return FeatureSpec(message.name, message.meaning, message.min, message.max)


def encoding_family(message: observation_pb2.EncodingFamily) -> EncodingFamily:
    """Returns the family of encodings of a message."""
    return EncodingFamily(
        message.name, message.parameter, message.min, message.max, message.meaning
    )


def task_family(message: task_pb2.TaskFamily) -> TaskFamily:
    """Returns the family of tasks of a message."""
    parameters = (
        TaskParameter(parameter.name, tuple(parameter.values), parameter.meaning)
        for parameter in message.parameters
    )
    return TaskFamily(message.name, message.summary, tuple(parameters))
