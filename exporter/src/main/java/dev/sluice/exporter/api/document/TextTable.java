package dev.sluice.exporter.api.document;

import dev.sluice.common.log.OutsideText;
import java.util.ArrayList;
import java.util.List;

/** A text table for a terminal. The last column has no fixed width, because this column contains long sentences. */
final class TextTable {

    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    /** Adds a row with one cell per heading. Replaces unprintable characters. */
    void row(String... cells) {
        rows.add(List.of(cells).stream().map(OutsideText::printable).toList());
    }

    boolean isEmpty() {
        return rows.size() == 1;
    }

    /** Appends the headings and all rows. Each row is on its own line, with the indentation. */
    void appendTo(StringBuilder out, String indentation) {
        int[] widths = new int[rows.get(0).size() - 1];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            out.append(indentation);
            for (int i = 0; i < widths.length; i++) {
                out.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
            }
            out.append(row.get(widths.length));
            while (out.charAt(out.length() - 1) == ' ') {
                out.setLength(out.length() - 1);
            }
            out.append('\n');
        }
    }
}
