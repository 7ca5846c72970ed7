package dev.tengen.race.planes;

import dev.tengen.base.MemoryModel;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingFamily;
import dev.tengen.planes.EncodingProvider;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.EncodingSpec.Feature;
import dev.tengen.planes.PlaneBits;
import dev.tengen.planes.catalog.Tactical;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Provides the encoding "tactical:races=1", {@link Tactical} with planes of capturing races, and "tactical:races=0"
 * without them.
 */
public final class RaceEncodings implements EncodingProvider {
    private static final EncodingFamily FAMILY = new EncodingFamily(
            "tactical", "races", 0, 1, "1 to add planes of capturing races, which are counted and not searched");

    /** Creates the provider. */
    public RaceEncodings() {}

    @Override
    public EncodingFamily family() {
        return FAMILY;
    }

    @Override
    public EncodingSpec spec(String name, int number) {
        EncodingSpec plain = Tactical.SPEC;
        String summary = plain.summary();
        List<Feature> planes = new ArrayList<>(plain.planes());
        if (number == 1) {
            summary =
                    "Stones by liberties, what each play captures and leaves, ladders, repetitions, pass-alive areas, legal"
                            + " plays, capturing races; by the exact rules of the game.";
            planes.addAll(RacePlanes.features());
        }
        return new EncodingSpec(
                name, summary, plain.perspective(), plain.boardCount(), plain.missingHistory(), plain.peer(), planes);
    }

    @Override
    public Encoding create(EncodingSpec spec, int number, Grid grid) {
        Optional<RacePlanes> races = number == 1 ? Optional.of(new RacePlanes(grid)) : Optional.empty();
        return new TacticalWithRaces(spec, new Tactical(grid), races);
    }

    @Override
    public long memoryBytes(int number, int pointCount, int firstMove, int moveCount) {
        return (number == 1 ? MemoryModel.TACTICAL_WITH_RACES : MemoryModel.TACTICAL)
                .encodingBytes(pointCount, firstMove, moveCount);
    }

    private record TacticalWithRaces(EncodingSpec spec, Tactical tactical, Optional<RacePlanes> races)
            implements Encoding {
        @Override
        public void encode(Game game, PlaneBits bits) {
            tactical.encode(game, bits);
            if (races.isPresent()) {
                races.get().append(game.board(), game.playerToMove(), bits);
            }
        }
    }
}
