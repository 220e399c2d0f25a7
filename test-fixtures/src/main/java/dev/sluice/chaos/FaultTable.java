package dev.sluice.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The generated table between two marker comments of a docs page. */
final class FaultTable {

    private static final String BEGIN = "<!-- table of .ci/chaos -->";
    private static final String END = "<!-- end of table -->";
    private static final Pattern ID = Pattern.compile("(?m)^\\| `([a-z0-9-]+)` \\|");

    private FaultTable() {}

    static void write(Path page, String heading, List<String> rows) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                heading,
                "",
                "| class | what happens | slowest /livez (s) | oldest data of the neighbour (s) | healed (s) | metric (s) |",
                "|---|---|---:|---:|---:|---:|"));
        lines.addAll(rows);
        String text = Files.readString(page);
        String table = BEGIN + "\n" + String.join("\n", lines) + "\n" + END;
        Files.writeString(page, text.replaceFirst("(?s)" + BEGIN + ".*" + END, Matcher.quoteReplacement(table)));
    }

    /** Returns the ids of the attack classes in the page's table. */
    static List<String> ids(Path page) throws IOException {
        String text = Files.readString(page);
        String table = text.substring(text.indexOf(BEGIN), text.indexOf(END));
        return ID.matcher(table).results().map(row -> row.group(1)).toList();
    }
}
