package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.model.Labeled;
import java.util.Locale;

/**
 * One kind of waste of one job.
 *
 * @param sentence the finding with its amounts, as a sentence for people
 */
public record Finding(Code code, String sentence) {

    private static final double GIB = 1L << 30;
    private static final long SECONDS_PER_MINUTE = 60;
    private static final long MINUTES_PER_HOUR = 60;

    /** @param predicate the sentence without its subject, the job */
    static Finding of(Code code, String predicate) {
        return new Finding(code, "The job " + predicate + ".");
    }

    static String nodes(long nodes) {
        return nodes == 1 ? "node" : nodes + " nodes";
    }

    static String count(long amount, String noun) {
        return amount + " " + noun + (amount == 1 ? "" : "s");
    }

    static String gibibytes(long bytes) {
        String number = String.format(Locale.ROOT, "%.1f", bytes / GIB);
        return (number.endsWith(".0") ? number.substring(0, number.length() - 2) : number) + " GiB";
    }

    /** Rounds up to minutes, so that a sentence with "at most" is true. */
    static String span(long seconds) {
        long minutes = (seconds + SECONDS_PER_MINUTE - 1) / SECONDS_PER_MINUTE;
        if (minutes < MINUTES_PER_HOUR) {
            return minutes + " min";
        }
        long rest = minutes % MINUTES_PER_HOUR;
        return minutes / MINUTES_PER_HOUR + " h" + (rest == 0 ? "" : " " + rest + " min");
    }

    /** The kinds of waste. The label is the stable code of the API. */
    public enum Code implements Labeled {
        /** The job's share of the CPUs is far above the job's share of the GPUs. */
        CPU_SHARE,
        /** The job's share of the memory is far above the job's share of the GPUs. */
        MEMORY_SHARE,
        /** The job holds GPUs on more nodes than needed. */
        SPREAD_NODES,
        /** The job holds whole nodes, and requested few of the nodes' GPUs. */
        WHOLE_NODE,
        /** A job without GPUs holds CPUs or memory that idle GPUs of the node need. */
        STRANDED_GPUS,
        /** The job has a long time limit that similar jobs hardly used. */
        TIME_LIMIT;
    }
}
