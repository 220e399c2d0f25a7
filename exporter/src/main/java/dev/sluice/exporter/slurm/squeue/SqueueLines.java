package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.poll.FetchFailure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

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
    private final SqueueJobs jobs;
    private byte[] line = new byte[FIRST_ROOM];
    private int length;
    private int columns;

    SqueueLines(Format format, SqueueJobs jobs) {
        this.separator = format.separator().getBytes(StandardCharsets.US_ASCII);
        this.ends = new int[format.columns().size()];
        this.jobs = jobs;
    }

    /** Returns a value of the current line, in column order. */
    String value(int column) {
        int from = column == 0 ? 0 : ends[column - 1] + separator.length;
        return new String(line, from, ends[column] - from, StandardCharsets.UTF_8);
    }

    int bytes() {
        return length;
    }

    void feed(byte[] bytes, int count) throws FetchFailure {
        for (int i = 0; i < count; i++) {
            if (columns == ends.length) {
                endLine(bytes[i]);
            } else {
                add(bytes[i]);
            }
        }
    }

    private void add(byte next) throws FetchFailure {
        if (length == line.length) {
            if (length == MAX_LINE_BYTES) {
                throw FetchFailure.undecodable("a line of squeue is longer than " + MAX_LINE_BYTES + " bytes");
            }
            line = Arrays.copyOf(line, 2 * length);
        }
        line[length++] = next;
        int end = length - separator.length;
        int start = columns == 0 ? 0 : ends[columns - 1] + separator.length;
        if (end >= start && Arrays.equals(line, end, length, separator, 0, separator.length)) {
            ends[columns++] = end;
        }
    }

    private void endLine(byte next) throws FetchFailure {
        if (next != '\n') {
            throw FetchFailure.undecodable("a line of squeue has more columns than were asked for");
        }
        jobs.line(this);
        length = 0;
        columns = 0;
    }

    /** Ends the output. Fails if the output ends within a line. */
    void end() throws FetchFailure {
        if (length > 0) {
            throw FetchFailure.undecodable("the output of squeue ends within a line");
        }
    }

    /**
     * The columns of one call of squeue and the separator after each column. A user's text cannot contain the separator,
     * because the separator is random for each call.
     *
     * @param random letters of the separator; no digit is first; contains no comma and no colon
     */
    record Format(List<SqueueColumn> columns, String random) {

        Format {
            columns = List.copyOf(columns);
        }

        /** Returns the separator, which begins with a control character. */
        String separator() {
            return '\u001f' + random;
        }

        /** Returns the value of {@code -O}. With width 0, squeue does not truncate values. */
        String option() {
            return columns.stream()
                    .map(column -> column.title() + ":0" + separator())
                    .collect(Collectors.joining(","));
        }
    }
}
