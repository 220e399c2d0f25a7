package dev.sluice.exporter.slurm.squeue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The columns of one call of squeue, and what stands behind each: no text of a user can hold it, because nobody knows it
 * before the call.
 *
 * @param columns the columns in order
 * @param separator begins with a control character; holds no digit first, no comma and no colon
 */
record SqueueFormat(List<SqueueColumn> columns, String separator) {

    /** ASCII's unit separator. */
    static final char UNIT_SEPARATOR = '\u001f';

    SqueueFormat {
        columns = List.copyOf(columns);
    }

    /** With a separator made of random letters. */
    static SqueueFormat of(List<SqueueColumn> columns, String random) {
        return new SqueueFormat(columns, UNIT_SEPARATOR + random);
    }

    /** The value of {@code -O}: 0 is the width that cuts nothing. */
    String option() {
        return columns.stream().map(column -> column.title() + ":0" + separator).collect(Collectors.joining(","));
    }

    byte[] separatorBytes() {
        return separator.getBytes(StandardCharsets.US_ASCII);
    }
}
