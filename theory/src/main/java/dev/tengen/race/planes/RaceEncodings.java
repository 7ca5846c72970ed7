package dev.tengen.race.planes;

import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingFamily;
import dev.tengen.planes.EncodingProvider;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.EncodingSpec.Feature;
import dev.tengen.planes.PlaneBits;
import dev.tengen.planes.catalog.Tactical;
import java.util.List;
import java.util.stream.Stream;

/** Provides the encoding "tactical:races=1", {@link Tactical} with planes of capturing races, and "tactical:races=0" without them. */
public final class RaceEncodings implements EncodingProvider {
    private static final EncodingFamily FAMILY = new EncodingFamily(
            "tactical", "races", 0, 1, "1 to add planes of capturing races, which are counted and not searched");

    private static final EncodingSpec WITHOUT_RACES = spec(0, Tactical.SPEC.summary(), Tactical.SPEC.planes());

    private static final EncodingSpec WITH_RACES = spec(
            1,
            "Stones by liberties, what each play captures and leaves, ladders, repetitions, pass-alive areas, legal"
                    + " plays, capturing races; by the exact rules of the game.",
            Stream.concat(Tactical.SPEC.planes().stream(), RacePlanes.features().stream())
                    .toList());

    /** Creates the provider. */
    public RaceEncodings() {}

    private static EncodingSpec spec(int number, String summary, List<Feature> planes) {
        EncodingSpec plain = Tactical.SPEC;
        return new EncodingSpec(
                FAMILY.encodingName(number),
                summary,
                plain.perspective(),
                plain.boardCount(),
                plain.missingHistory(),
                plain.peer(),
                planes);
    }

    @Override
    public EncodingFamily family() {
        return FAMILY;
    }

    @Override
    public EncodingSpec spec(int number) {
        return number == 1 ? WITH_RACES : WITHOUT_RACES;
    }

    @Override
    public Encoding create(int number, Grid grid) {
        Tactical tactical = new Tactical(grid);
        return number == 1 ? new WithRaces(tactical, new RacePlanes(grid)) : new WithoutRaces(tactical);
    }

    private record WithoutRaces(Tactical tactical) implements Encoding {
        @Override
        public EncodingSpec spec() {
            return WITHOUT_RACES;
        }

        @Override
        public void encode(Game game, PlaneBits bits) {
            tactical.encode(game, bits);
        }
    }

    private record WithRaces(Tactical tactical, RacePlanes races) implements Encoding {
        @Override
        public EncodingSpec spec() {
            return WITH_RACES;
        }

        @Override
        public void encode(Game game, PlaneBits bits) {
            tactical.encode(game, bits);
            races.append(game.board(), game.playerToMove(), bits);
        }
    }
}
