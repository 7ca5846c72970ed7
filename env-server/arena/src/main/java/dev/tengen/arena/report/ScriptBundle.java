package dev.tengen.arena.report;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Bundles several JavaScript modules into one script, since a page opened from a disk cannot import modules. Each
 * module becomes a function that returns its exports, so that its names are private.
 *
 * <p>Modules export with {@code export} before a class, a function or a constant, and import by name from
 * {@code "./NAME.js"}, each on one line.
 */
final class ScriptBundle {
    private static final Pattern EXPORT = Pattern.compile("(?m)^export (?=(?:class|function|const) (\\w+))");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (\\{[^}]*\\}) from \"\\./(\\w+)\\.js\";$");

    private final StringBuilder script = new StringBuilder("\"use strict\";\n");

    /** Adds a module. The modules that it imports must have been added before. */
    ScriptBundle add(String name, String source) {
        List<String> exports =
                EXPORT.matcher(source).results().map(result -> result.group(1)).toList();
        String body = EXPORT.matcher(source).replaceAll("");
        body = IMPORT.matcher(body).replaceAll(ScriptBundle::constant);
        script.append("const module_").append(name).append(" = (() => {\n").append(body);
        script.append(exports.stream().collect(Collectors.joining(", ", "return { ", " };\n})();\n")));
        return this;
    }

    private static String constant(MatchResult line) {
        return "const " + line.group(1) + " = module_" + line.group(2) + ";";
    }

    /** Returns the script. */
    String text() {
        return script.toString();
    }
}
