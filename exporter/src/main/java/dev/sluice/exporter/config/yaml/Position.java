package dev.sluice.exporter.config.yaml;

import java.util.Comparator;

/**
 * A position in the file; line and column start at 1.
 *
 * @param line the line; 0 for the entire file
 * @param column the column, in characters
 */
public record Position(int line, int column) implements Comparable<Position> {

    /** The position for the entire file, or for a value that does not come from the file. */
    public static final Position NOWHERE = new Position(0, 0);

    private static final Comparator<Position> ORDER =
            Comparator.comparingInt(Position::line).thenComparingInt(Position::column);

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }
}
