import dev.tengen.client.TengenClient;
import dev.tengen.client.arena.AgentSpec;
import dev.tengen.client.arena.AgentTurn;
import dev.tengen.client.arena.ArenaAgent;
import dev.tengen.client.env.Observation;

/**
 * An agent for the arena that plays near the center. It needs {@code ./tengen serve --arena arena.db}.
 *
 * <p>The packed program contains the client, so this file runs as it is: {@code java -cp clients/cli/target/tengen.jar
 * examples/java/CenterAgent.java}. Its argument is the address of the server.
 */
public final class CenterAgent {
    /**
     * Planes of the encoding "tactical": plays that leave one liberty, suicides, and points that are settled for either
     * player.
     */
    private static final int[] UNSOUND_PLANES = {11, 23, 29, 30};

    private CenterAgent() {}

    /** Plays until the program is stopped. */
    public static void main(String[] args) {
        String address = args.length > 0 ? args[0] : "127.0.0.1:9019";
        AgentSpec spec = AgentSpec.of("center").withEncodings("tactical").withMaxGameCount(4);
        try (TengenClient client = TengenClient.connect(address);
                ArenaAgent agent = client.playInArena(spec, CenterAgent::choose)) {
            agent.awaitEnd();
        }
    }

    /** Returns the sound legal point nearest to the center, or the pass if there is none. */
    private static int choose(AgentTurn turn) {
        int best = turn.game().passAction();
        for (int point = 0; point < turn.game().passAction(); point++) {
            boolean isNearer = best == turn.game().passAction() || distance(turn, point) < distance(turn, best);
            if (turn.actionMask().isLegal(point) && isSound(turn, point) && isNearer) {
                best = point;
            }
        }
        return best;
    }

    private static boolean isSound(AgentTurn turn, int point) {
        Observation tactical = turn.observations().get(0);
        int width = turn.game().width();
        for (int plane : UNSOUND_PLANES) {
            if (tactical.at(plane, point / width, point % width) != 0) {
                return false;
            }
        }
        return true;
    }

    private static int distance(AgentTurn turn, int point) {
        int width = turn.game().width();
        int right = 2 * (point % width) - (width - 1);
        int down = 2 * (point / width) - (turn.game().height() - 1);
        return right * right + down * down;
    }
}
