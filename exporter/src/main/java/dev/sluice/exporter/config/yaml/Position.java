package dev.sluice.exporter.config.yaml;

/**
 * A position in the file; line and column start at 1.
 *
 * @param line the line; 0 for the entire file
 * @param column the column, in characters
 */
public record Position(int line, int column) {

    /** The position for the entire file, or for a value that does not come from the file. */
    public static final Position NOWHERE = new Position(0, 0);
}
