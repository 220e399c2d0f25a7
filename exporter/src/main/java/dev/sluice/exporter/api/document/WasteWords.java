package dev.sluice.exporter.api.document;

import dev.sluice.exporter.derive.waste.Finding;
import dev.sluice.exporter.derive.waste.FindingCode;
import java.util.Locale;

/** Describes the wasted resources of a job in sentences. */
final class WasteWords {

    private static final double GIB = 1L << 30;
    private static final long SECONDS_PER_MINUTE = 60;
    private static final long MINUTES_PER_HOUR = 60;

    private WasteWords() {}

    static String sentence(Finding finding) {
        return "The job " + predicate(finding) + ".";
    }

    private static String predicate(Finding finding) {
        if (finding instanceof Finding.Share share) {
            return predicate(share);
        }
        if (finding instanceof Finding.Spread spread) {
            return "holds " + count(spread.gpus(), "GPU") + " on " + spread.nodes() + " nodes, but " + spread.needed()
                    + (spread.needed() == 1 ? " of these nodes is enough" : " of these nodes are enough");
        }
        if (finding instanceof Finding.WholeNode whole) {
            return "shares its " + nodes(whole.nodes()) + " with no other job, but requested " + whole.requested()
                    + " of " + count(whole.nodeGpus(), "GPU");
        }
        if (finding instanceof Finding.Stranded stranded) {
            return "holds " + count(stranded.cpus(), "CPU") + " and " + gibibytes(stranded.memoryBytes())
                    + " without a GPU, so that no job can use " + count(stranded.gpus(), "idle GPU") + " of its node";
        }
        Finding.TimeLimit limit = (Finding.TimeLimit) finding;
        return "has a time limit of " + span(limit.limitSeconds()) + ", but " + limit.similarJobs()
                + " completed jobs of the same user, partition, time limit and GPUs ran for at most "
                + span(limit.longestSeconds());
    }

    private static String predicate(Finding.Share share) {
        boolean cpus = share.code() == FindingCode.CPU_SHARE;
        String held = cpus
                ? share.held() + " of " + count(share.all(), "CPU")
                : gibibytes(share.held()) + " of " + gibibytes(share.all()) + " memory";
        return "holds " + held + " of its " + nodes(share.nodes()) + " for " + share.gpus() + " of "
                + count(share.nodeGpus(), "GPU");
    }

    private static String nodes(long nodes) {
        return nodes == 1 ? "node" : nodes + " nodes";
    }

    private static String count(long amount, String noun) {
        return amount + " " + ObstacleWords.plural(amount, noun);
    }

    private static String gibibytes(long bytes) {
        String number = String.format(Locale.ROOT, "%.1f", bytes / GIB);
        return (number.endsWith(".0") ? number.substring(0, number.length() - 2) : number) + " GiB";
    }

    /** Rounds up to minutes, so that a sentence with "at most" is true. */
    private static String span(long seconds) {
        long minutes = (seconds + SECONDS_PER_MINUTE - 1) / SECONDS_PER_MINUTE;
        if (minutes < MINUTES_PER_HOUR) {
            return minutes + " min";
        }
        long rest = minutes % MINUTES_PER_HOUR;
        return minutes / MINUTES_PER_HOUR + " h" + (rest == 0 ? "" : " " + rest + " min");
    }
}
