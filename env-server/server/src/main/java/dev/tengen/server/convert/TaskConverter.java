package dev.tengen.server.convert;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.env.Task;
import dev.tengen.env.TaskFamily;
import dev.tengen.env.Tasks;
import dev.tengen.proto.v1.TaskInfo;
import dev.tengen.proto.v1.TaskOptions;
import dev.tengen.proto.v1.TaskParameter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.Optional;

/** Converts tasks to core types and back. */
public final class TaskConverter {
    private TaskConverter() {}

    /**
     * Returns the task called {@code name} on {@code grid}; empty if the name is empty.
     *
     * @throws CallException if there is no such task
     */
    static Optional<Task> task(String name, Grid grid) {
        if (name.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Tasks.named("task", name, grid));
        } catch (InvalidValueException e) {
            throw CallException.invalid(e.field().equals("task") ? Reason.UNKNOWN_TASK : Reason.INVALID_VALUE, e);
        }
    }

    /**
     * Returns the options of a reset.
     *
     * @throws CallException if a number of an enum is unknown
     */
    public static dev.tengen.env.TaskOptions toCore(TaskOptions message) {
        return new dev.tengen.env.TaskOptions(
                message.getTaskId(),
                Enums.toCoreColor("agent_color", message.getAgentColor(), message.getAgentColorValue(), Color.EMPTY),
                Enums.toCoreColor(
                        "first_player", message.getFirstPlayer(), message.getFirstPlayerValue(), Color.EMPTY));
    }

    /** Returns {@code options} as a message. */
    static TaskOptions toProto(dev.tengen.env.TaskOptions options) {
        return TaskOptions.newBuilder()
                .setTaskId(options.taskId())
                .setAgentColor(Enums.toProtoColor(options.agentColor()))
                .setFirstPlayer(Enums.toProtoColor(options.firstPlayer()))
                .build();
    }

    /** Returns {@code info} as a message. */
    static TaskInfo toProto(dev.tengen.env.TaskInfo info) {
        TaskInfo.Builder message = TaskInfo.newBuilder()
                .setTaskId(info.label().id())
                .setTaskClass(info.label().taskClass())
                .setSplit(info.label().split())
                .setAgentColor(Enums.toProtoColor(info.agentColor()))
                .setFirstPlayer(Enums.toProtoColor(info.firstPlayer()))
                .setOptimalValue(info.optimalValue())
                .setIsMaskRestricted(info.isMaskRestricted());
        info.obtainedValue().ifPresent(message::setObtainedValue);
        info.regret().ifPresent(message::setRegret);
        info.isOracleOptimal().ifPresent(message::setIsOracleOptimal);
        info.label().margin().ifPresent(message::setLibertyMargin);
        return message.build();
    }

    /** Returns {@code family} as a message. */
    static dev.tengen.proto.v1.TaskFamily toProto(TaskFamily family) {
        return dev.tengen.proto.v1.TaskFamily.newBuilder()
                .setName(family.name())
                .setSummary(family.summary())
                .addAllParameters(family.parameters().stream()
                        .map(parameter -> TaskParameter.newBuilder()
                                .setName(parameter.name())
                                .addAllValues(parameter.values())
                                .setMeaning(parameter.meaning())
                                .build())
                        .toList())
                .build();
    }
}
