package dev.tengen.client;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Translation of tasks between the messages of the contract and the types of this package. */
final class TaskMessages {
    private TaskMessages() {}

    static dev.tengen.proto.v1.TaskOptions toProto(TaskOptions options) {
        return dev.tengen.proto.v1.TaskOptions.newBuilder()
                .setTaskId(options.taskId())
                .setAgentColor(Messages.toProto(options.agentColor()))
                .setFirstPlayer(Messages.toProto(options.firstPlayer()))
                .build();
    }

    static Optional<TaskInfo> info(dev.tengen.proto.v1.Timestep message) {
        return message.hasTask() ? Optional.of(info(message.getTask())) : Optional.empty();
    }

    private static TaskInfo info(dev.tengen.proto.v1.TaskInfo message) {
        return new TaskInfo(
                message.getTaskId(),
                message.getTaskClass(),
                message.getSplit(),
                Messages.color(message.getAgentColor()),
                Messages.color(message.getFirstPlayer()),
                message.getOptimalValue(),
                message.hasObtainedValue() ? OptionalInt.of(message.getObtainedValue()) : OptionalInt.empty(),
                message.hasRegret() ? OptionalInt.of(message.getRegret()) : OptionalInt.empty(),
                message.hasOracleOptimal() ? Optional.of(message.getOracleOptimal()) : Optional.empty(),
                message.hasMargin() ? OptionalInt.of(message.getMargin()) : OptionalInt.empty(),
                message.getIsMaskRestricted());
    }

    static ServerInfo.TaskFamily family(dev.tengen.proto.v1.TaskFamily message) {
        return new ServerInfo.TaskFamily(
                message.getName(),
                message.getSummary(),
                message.getParametersList().stream()
                        .map(parameter -> new ServerInfo.TaskParameter(
                                parameter.getName(), List.copyOf(parameter.getValuesList()), parameter.getMeaning()))
                        .toList());
    }
}
