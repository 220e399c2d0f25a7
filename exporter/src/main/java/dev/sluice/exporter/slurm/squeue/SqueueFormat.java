package dev.sluice.exporter.slurm.squeue;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The columns of one call of squeue and the separator after each column. A user's text cannot contain the separator,
 * because the separator is random for each call.
 *
 * @param separator begins with a control character; no digit follows this character; contains no comma and no colon
 */
record SqueueFormat(List<SqueueColumn> columns, String separator) {

    static final char UNIT_SEPARATOR = '\u001f';

    SqueueFormat {
        columns = List.copyOf(columns);
    }

    static SqueueFormat of(List<SqueueColumn> columns, String random) {
        return new SqueueFormat(columns, UNIT_SEPARATOR + random);
    }

    /** Returns the value of {@code -O}. With width 0, squeue does not truncate values. */
    String option() {
        return columns.stream().map(column -> column.title() + ":0" + separator).collect(Collectors.joining(","));
    }
}
