package dev.tengen.arena.game;

import dev.tengen.base.InvalidValueException;
import dev.tengen.sgf.SgfNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the estimates in a game record, as {@link GameReport#toSgf} writes them. */
public final class SgfEstimates {
    private static final Logger LOG = LoggerFactory.getLogger(SgfEstimates.class);
    private static final String SCORE_LEAD = "V";

    private SgfEstimates() {}

    /** Returns the estimate that came with each move of a line of nodes, in order. */
    public static List<Estimate> of(List<SgfNode> line) {
        return line.stream()
                .filter(node -> node.property("B").isPresent() || isWhite(node))
                .map(SgfEstimates::of)
                .toList();
    }

    private static boolean isWhite(SgfNode node) {
        return node.property("W").isPresent();
    }

    /** Returns the estimate in a node; unknown if it is not one, since other programs may use the same properties. */
    private static Estimate of(SgfNode node) {
        try {
            int sign = isWhite(node) ? -1 : 1;
            OptionalDouble lead = number(node.text(SCORE_LEAD));
            return new Estimate(
                    number(node.text(GameReport.WIN_PROBABILITY)),
                    lead.isPresent() ? OptionalDouble.of(sign * lead.getAsDouble()) : lead);
        } catch (InvalidValueException | NumberFormatException e) {
            LOG.debug("The properties V and {} are from another program", GameReport.WIN_PROBABILITY, e);
            return Estimate.UNKNOWN;
        }
    }

    private static OptionalDouble number(Optional<String> text) {
        return text.isPresent() ? OptionalDouble.of(Double.parseDouble(text.get())) : OptionalDouble.empty();
    }
}
