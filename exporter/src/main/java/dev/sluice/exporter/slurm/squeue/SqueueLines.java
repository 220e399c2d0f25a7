package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Splits squeue's output into the values of its lines, as the bytes arrive. A line break within a value ends no line. */
final class SqueueLines {

    /** More than a hostlist of 10,000 nodes that have nothing in common. */
    static final int MAX_LINE_BYTES = 1 << 20;

    private static final int FIRST_ROOM = 1 << 12;

    private final byte[] separator;
    private final int[] ends;
    private final Listener listener;
    private byte[] line = new byte[FIRST_ROOM];
    private int length;
    private int scanned;
    private int columns;

    /** Takes the values of one line. */
    interface Listener {
        void line(Line values) throws FetchFailure;
    }

    /** The values of a line, in the order of the columns; good until the next line. */
    final class Line {

        private Line() {}

        String value(int column) {
            int from = column == 0 ? 0 : ends[column - 1] + separator.length;
            return new String(line, from, ends[column] - from, StandardCharsets.UTF_8);
        }

        int bytes() {
            return length;
        }
    }

    SqueueLines(SqueueFormat format, Listener listener) {
        this.separator = format.separatorBytes();
        this.ends = new int[format.columns().size()];
        this.listener = listener;
    }

    /** Takes the next bytes. */
    void feed(byte[] bytes, int count) throws FetchFailure {
        for (int i = 0; i < count; i++) {
            if (columns == ends.length) {
                endLine(bytes[i]);
            } else {
                take(bytes[i]);
            }
        }
    }

    private void take(byte next) throws FetchFailure {
        if (length == MAX_LINE_BYTES) {
            throw undecodable("a line of squeue is longer than " + MAX_LINE_BYTES + " bytes");
        }
        if (length == line.length) {
            line = Arrays.copyOf(line, 2 * length);
        }
        line[length++] = next;
        // The separator begins with the one character that it has nowhere else.
        if (next == separator[0]) {
            scanned = 1;
        } else if (scanned > 0 && next == separator[scanned]) {
            scanned++;
        } else {
            scanned = 0;
        }
        if (scanned == separator.length) {
            ends[columns++] = length - scanned;
            scanned = 0;
        }
    }

    private void endLine(byte next) throws FetchFailure {
        if (next != '\n') {
            throw undecodable("a line of squeue has more columns than were asked for");
        }
        listener.line(new Line());
        length = 0;
        columns = 0;
    }

    /** The output has ended. */
    void end() throws FetchFailure {
        if (length > 0) {
            throw undecodable("the output of squeue ends within a line");
        }
    }

    static FetchFailure undecodable(String message) {
        return new FetchFailure(FailureKind.UNDECODABLE, message);
    }
}
