package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Splits squeue's output into lines, and each line into its values, while the bytes arrive. A line break within a value
 * is part of the value.
 */
final class SqueueLines {

    /** Maximum length of a line. A hostlist of 10,000 nodes with completely different names is shorter. */
    static final int MAX_LINE_BYTES = 1 << 20;

    private static final int FIRST_ROOM = 1 << 12;

    private final byte[] separator;
    private final int[] ends;
    private final Listener listener;
    private byte[] line = new byte[FIRST_ROOM];
    private int length;
    /** Position of the expected byte in the separator, counted from 1; 0 within a text. */
    private int scanned;

    private int columns;

    /** Receives the values of one line. */
    interface Listener {
        void line(Line values) throws FetchFailure;
    }

    /** The values of a line, in column order; valid until the next line. */
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
        int next = 0;
        while (next < count) {
            if (columns == ends.length) {
                endLine(bytes[next++]);
            } else if (scanned == 0) {
                int end = endOfText(bytes, next, count);
                add(bytes, next, end - next);
                next = end;
                scanned = next < count ? 1 : 0;
            } else {
                next = separator(bytes, next, count);
            }
        }
    }

    /**
     * Returns the end of the text, where the separator's first byte follows. The separator contains its first byte only
     * once.
     */
    private int endOfText(byte[] bytes, int from, int count) {
        byte first = separator[0];
        int end = from;
        while (end < count && bytes[end] != first) {
            end++;
        }
        return end;
    }

    private int separator(byte[] bytes, int from, int count) throws FetchFailure {
        int next = from;
        while (next < count && bytes[next] == separator[scanned - 1]) {
            next++;
            if (scanned == separator.length) {
                return endColumn(next);
            }
            scanned++;
        }
        if (next < count) {
            // The bytes that looked like a separator were part of a value. The next byte may begin the separator.
            add(separator, 0, scanned - 1);
            scanned = 0;
        }
        return next;
    }

    private int endColumn(int next) throws FetchFailure {
        ends[columns++] = length;
        add(separator, 0, separator.length);
        scanned = 0;
        return next;
    }

    private void add(byte[] bytes, int from, int count) throws FetchFailure {
        if (length + count > MAX_LINE_BYTES) {
            throw undecodable("a line of squeue is longer than " + MAX_LINE_BYTES + " bytes");
        }
        if (length + count > line.length) {
            line = Arrays.copyOf(line, Math.min(MAX_LINE_BYTES, Math.max(length + count, 2 * line.length)));
        }
        System.arraycopy(bytes, from, line, length, count);
        length += count;
    }

    private void endLine(byte next) throws FetchFailure {
        if (next != '\n') {
            throw undecodable("a line of squeue has more columns than were asked for");
        }
        listener.line(new Line());
        length = 0;
        columns = 0;
    }

    /** Ends the output. Fails if the output ends within a line. */
    void end() throws FetchFailure {
        if (length > 0 || scanned > 0 || columns > 0) {
            throw undecodable("the output of squeue ends within a line");
        }
    }

    static FetchFailure undecodable(String message) {
        return new FetchFailure(FailureKind.UNDECODABLE, message);
    }
}
