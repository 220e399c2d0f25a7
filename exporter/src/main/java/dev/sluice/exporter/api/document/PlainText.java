package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.common.log.OutsideText;
import java.util.ArrayList;
import java.util.List;

/** Lines and tables for a terminal. Replaces unprintable characters. */
final class PlainText {

    private final StringBuilder out = new StringBuilder();

    void line(String text) {
        out.append(OutsideText.printable(text)).append('\n');
    }

    /** Adds a line with a title and a member of an object, if the object has the member. */
    void member(JsonNode object, String title, String name) {
        if (object.has(name)) {
            line(title + object.path(name).asText());
        }
    }

    /** Adds a line with the number of items that are not listed, unless the number is 0. */
    void more(String indentation, long number, String items) {
        if (number > 0) {
            line(indentation + "... and " + number + " more " + items);
        }
    }

    /**
     * Adds a table. The last column has no fixed width, because this column contains long sentences.
     *
     * @param rows cells of each row; the first row has the headings
     */
    void table(String indentation, List<List<String>> rows) {
        List<List<String>> printable = new ArrayList<>();
        rows.forEach(
                row -> printable.add(row.stream().map(OutsideText::printable).toList()));
        int[] widths = new int[rows.get(0).size() - 1];
        for (List<String> row : printable) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : printable) {
            StringBuilder line = new StringBuilder(indentation);
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
            }
            out.append(line.append(row.get(widths.length)).toString().replaceFirst(" +$", ""))
                    .append('\n');
        }
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
