package dev.tengen.gtp;

import dev.tengen.base.InvalidValueException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A response, which an engine sends to one command.
 *
 * @param isSuccess whether the command was carried out
 * @param id that of the command, if it had one
 * @param text the answer or the error message; it may have several lines, of which only the first may be empty
 */
public record GtpResponse(boolean isSuccess, OptionalInt id, String text) {
    private static final Pattern FIRST_LINE = Pattern.compile("([=?])([0-9]{1,10})?(?:[ \t]+(.*))?", Pattern.DOTALL);

    /**
     * Checks the values.
     *
     * @throws InvalidValueException if the id is negative or an empty line would end the text early
     */
    public GtpResponse {
        if (id.isPresent() && id.getAsInt() < 0) {
            throw InvalidValueException.not("id", id.getAsInt(), "0 or more");
        }
        if (text.contains("\n\n") || text.endsWith("\n")) {
            throw InvalidValueException.not("text", "with an empty line", "one without empty lines after the first");
        }
    }

    /** Returns the successful response {@code text} to {@code command}. */
    public static GtpResponse success(GtpCommand command, String text) {
        return new GtpResponse(true, command.id(), text);
    }

    /** Returns the response that {@code command} failed with the error {@code message}. */
    public static GtpResponse failure(GtpCommand command, String message) {
        return new GtpResponse(false, command.id(), message);
    }

    /**
     * Returns the response that {@code text} is, without the empty line after it; empty if it is none. Carriage returns
     * and trailing space are ignored.
     */
    public static Optional<GtpResponse> parse(String text) {
        String clean = text.replace("\r", "").stripTrailing();
        int end = clean.indexOf('\n');
        Matcher first = FIRST_LINE.matcher(end < 0 ? clean : clean.substring(0, end));
        if (!first.matches() || clean.contains("\n\n")) {
            return Optional.empty();
        }
        OptionalInt id = first.group(2) == null ? OptionalInt.empty() : GtpCommand.id(first.group(2));
        if (first.group(2) != null && id.isEmpty()) {
            return Optional.empty();
        }
        String rest = (first.group(3) == null ? "" : first.group(3)) + (end < 0 ? "" : clean.substring(end));
        return Optional.of(new GtpResponse(first.group(1).equals("="), id, rest));
    }

    /** Returns the response as it is sent, with the empty line at its end. */
    public String format() {
        String number = id.isPresent() ? Integer.toString(id.getAsInt()) : "";
        boolean isBare = text.isEmpty() || text.startsWith("\n");
        return (isSuccess ? "=" : "?") + number + (isBare ? "" : " ") + text + "\n\n";
    }
}
