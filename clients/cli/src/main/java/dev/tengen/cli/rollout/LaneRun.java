package dev.tengen.cli.rollout;

import dev.tengen.board.Grid;
import dev.tengen.cli.data.GameJournal;
import dev.tengen.cli.data.PlayedGame;
import dev.tengen.cli.data.RolloutFolder;
import dev.tengen.cli.data.RolloutSpec;
import dev.tengen.cli.output.RateProgress;
import dev.tengen.env.Environment;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.bits.ObservationWriter;
import dev.tengen.planes.catalog.Encodings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/*
 * A policy is fast only in batches, so many games are played at once, each in a lane. When a game ends, its lane takes
 * the next missing game of the shard. The lanes are in two groups: while the policy computes for one group, the other
 * one advances. No game can depend on the games beside it: all that a policy gets belongs to its row.
 */
/** Plays the missing games of a shard with policies of the Python package, many at once. */
final class LaneRun {
    private static final int GROUP_COUNT = 2;
    private static final int ROW_HEAD_BYTES = 2 * Long.BYTES + Integer.BYTES;

    private final ShardRun shard;
    private final RolloutFolder folder;
    private final RolloutSpec spec;
    private final RolloutPlayer black;
    private final RolloutPlayer white;
    private final PolicyChannel channel;
    private final List<String> policies;
    private final ObservationWriter writer;
    private final int maskBytes;
    private final Iterator<Integer> files;
    private final Map<Integer, FileInPlay> filesInPlay = new HashMap<>();
    private final Queue<Long> numbers = new ArrayDeque<>();

    LaneRun(
            ShardRun shard,
            RolloutFolder folder,
            RolloutPlayer black,
            RolloutPlayer white,
            PolicyChannel channel,
            String encoding) {
        this.shard = shard;
        this.folder = folder;
        this.black = black;
        this.white = white;
        this.channel = channel;
        spec = folder.spec();
        policies = Stream.of(black, white)
                .filter(RolloutPlayer.Policy.class::isInstance)
                .map(RolloutPlayer::name)
                .distinct()
                .toList();
        Grid grid = Grid.of(spec.width(), spec.height());
        writer = ObservationWriter.of(Encodings.named(encoding, grid).orElseThrow(), grid, ObservationForm.PACKED);
        maskBytes = (grid.moveCount() + Byte.SIZE - 1) / Byte.SIZE;
        files = shard.files().iterator();
    }

    /**
     * Plays all games that are missing.
     *
     * @param laneCount number of games at once
     * @param threadCount number of threads for players of this program
     * @throws PlayerFaultException if a player fails; the games that are in a journal are kept
     */
    void play(int laneCount, int threadCount, RateProgress progress) throws IOException, InterruptedException {
        int groupRows = (laneCount + GROUP_COUNT - 1) / GROUP_COUNT;
        channel.sendLayout(new PolicyChannel.Layout(
                spec.width(),
                spec.height(),
                writer.byteCount(),
                maskBytes,
                writer.globalByteCount() / Float.BYTES,
                groupRows,
                policies));
        ExecutorService threads = Executors.newFixedThreadPool(threadCount);
        List<Group> groups = IntStream.range(0, GROUP_COUNT)
                .mapToObj(index -> new Group(groupRows))
                .toList();
        try {
            boolean isPlaying = true;
            while (isPlaying) {
                isPlaying = false;
                for (Group group : groups) {
                    group.receive();
                    group.advance(threads, progress);
                    isPlaying |= group.send();
                }
            }
        } finally {
            threads.shutdownNow();
            groups.forEach(Group::close);
            for (FileInPlay file : filesInPlay.values()) {
                file.close();
            }
        }
    }

    /** Returns the number of the next game that is missing; empty if all are played or being played. */
    private Optional<Long> nextNumber(RateProgress progress) throws IOException {
        while (numbers.isEmpty() && files.hasNext()) {
            int file = files.next();
            Optional<GameJournal> journal = folder.journal(file);
            if (journal.isEmpty()) {
                continue;
            }
            int recovered = journal.get().gameCount();
            FileInPlay inPlay = new FileInPlay(journal.get(), spec.firstGame(file), spec.gameCount(file));
            for (int game = 0; game < recovered; game++) {
                progress.step();
            }
            if (!inPlay.finishIfFull()) {
                filesInPlay.put(file, inPlay);
                for (int game = recovered; game < spec.gameCount(file); game++) {
                    numbers.add(spec.firstGame(file) + game);
                }
            }
        }
        return Optional.ofNullable(numbers.poll());
    }

    private void keep(PlayedGame game, RateProgress progress) throws IOException {
        int file = (int) (game.number() / spec.gamesPerFile());
        FileInPlay inPlay = Objects.requireNonNull(filesInPlay.get(file), "the file is not in play");
        if (inPlay.add(game)) {
            filesInPlay.remove(file);
        }
        shard.count(game);
        progress.step();
    }

    /** Some of the lanes. */
    private final class Group {
        private final List<Environment> idle = new ArrayList<>();
        private final List<LiveGame> games = new ArrayList<>();

        /** The games that wait for an action, in the order of the frames that were sent. */
        private final List<List<LiveGame>> sent = new ArrayList<>();

        Group(int rows) {
            for (int row = 0; row < rows; row++) {
                idle.add(new Environment(spec.environment(), 0));
            }
        }

        /** Plays the actions of the policies. */
        void receive() throws InterruptedException {
            for (List<LiveGame> waiting : sent) {
                int[] actions = channel.receive();
                for (int row = 0; row < actions.length; row++) {
                    waiting.get(row).play(actions[row]);
                }
            }
            sent.clear();
        }

        /** Plays the other players, replaces games that have ended, and repeats until each game waits for a policy. */
        void advance(ExecutorService threads, RateProgress progress) throws IOException, InterruptedException {
            boolean isChanged = true;
            while (isChanged) {
                start(progress);
                advanceAll(threads);
                List<LiveGame> ended = games.stream().filter(LiveGame::isOver).toList();
                isChanged = !ended.isEmpty();
                for (LiveGame game : ended) {
                    keep(game.result(), progress);
                    game.close();
                    idle.add(game.environment());
                }
                games.removeAll(ended);
            }
        }

        private void start(RateProgress progress) throws IOException {
            while (!idle.isEmpty()) {
                Optional<Long> number = nextNumber(progress);
                if (number.isEmpty()) {
                    return;
                }
                Environment environment = idle.remove(idle.size() - 1);
                games.add(new LiveGame(spec, number.get(), black, white, environment));
            }
        }

        private void advanceAll(ExecutorService threads) throws InterruptedException {
            List<Callable<Void>> turns = new ArrayList<>();
            for (LiveGame game : games) {
                if (!game.isOver() && !(game.playerToMove() instanceof RolloutPlayer.Policy)) {
                    turns.add(() -> {
                        game.advance();
                        return null;
                    });
                }
            }
            try {
                for (Future<Void> turn : threads.invokeAll(turns)) {
                    turn.get();
                }
            } catch (ExecutionException e) {
                if (e.getCause() instanceof PlayerFaultException fault) {
                    throw fault;
                }
                throw new IllegalStateException("a game could not be played", e.getCause());
            }
        }

        /** Sends the positions of all games, one frame for each policy. Returns whether there are any. */
        boolean send() throws IOException {
            for (int policy = 0; policy < policies.size(); policy++) {
                String name = policies.get(policy);
                List<LiveGame> rows = games.stream()
                        .filter(game -> game.playerToMove().name().equals(name))
                        .toList();
                if (!rows.isEmpty()) {
                    channel.sendPositions(frame(policy, rows), rows.size());
                    sent.add(rows);
                }
            }
            return !games.isEmpty();
        }

        private ByteBuffer frame(int policy, List<LiveGame> rows) {
            int rowBytes = ROW_HEAD_BYTES + maskBytes + writer.byteCount() + writer.globalByteCount();
            ByteBuffer frame = PolicyChannel.positions(policy, rows.size(), rowBytes);
            rows.forEach(game -> frame.putLong(game.nextRandom()));
            rows.forEach(game -> frame.putLong(game.number()));
            rows.forEach(game -> frame.putInt(game.environment().game().moveNumber()));
            rows.forEach(game -> frame.put(game.environment().actionMask()));
            for (LiveGame game : rows) {
                Environment environment = game.environment();
                writer.write(
                        environment.game(),
                        environment.symmetry(),
                        frame.array(),
                        frame.arrayOffset() + frame.position());
                frame.position(frame.position() + writer.byteCount());
            }
            for (LiveGame game : rows) {
                writer.writeGlobals(game.environment().game(), frame.array(), frame.arrayOffset() + frame.position());
                frame.position(frame.position() + writer.globalByteCount());
            }
            return frame;
        }

        void close() {
            games.forEach(LiveGame::close);
        }
    }
}
