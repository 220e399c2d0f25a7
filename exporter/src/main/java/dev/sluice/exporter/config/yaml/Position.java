package dev.sluice.exporter.config.yaml;

import java.util.Comparator;

/**
 * Where something stands in the file, for people: both numbers start at 1.
 *
 * @param line the line; 0 where the file as a whole is meant
 * @param column the column, in characters
 */
public record Position(int line, int column) implements Comparable<Position> {

    /** The file as a whole, or a value that came from no file. */
    public static final Position NOWHERE = new Position(0, 0);

    private static final Comparator<Position> ORDER =
            Comparator.comparingInt(Position::line).thenComparingInt(Position::column);

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }
}
