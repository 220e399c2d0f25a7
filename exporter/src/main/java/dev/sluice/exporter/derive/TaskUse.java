package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The amounts that one task of a pending job adds to the use of limits when the task starts.
 *
 * @param cpus minimum number of CPUs
 * @param mostCpus maximum number of CPUs: slurmctld may round up to whole cores
 * @param licenses {@code --licenses}, as written
 * @param whole whether the task shares its nodes with no other job
 * @param minutes time limit; 0 if unknown
 */
public record TaskUse(
        long nodes,
        long cpus,
        long mostCpus,
        long memoryBytes,
        GpuCounts gpus,
        String licenses,
        boolean whole,
        long minutes) {

    private static final long SECONDS_PER_MINUTE = 60;
    private static final String TYPED_GPU = "gres/gpu:";
    private static final String LICENSE = "license/";

    public static TaskUse of(Job job) {
        JobRequest request = job.request();
        return new TaskUse(
                request.nodes(),
                request.cpus(),
                request.cpus(),
                request.memoryBytes(),
                request.gpus(),
                job.shape().licenses(),
                job.shape().wholeNodes(),
                job.times().limit() / SECONDS_PER_MINUTE);
    }

    /** Returns a copy with the resources of certain nodes. */
    public TaskUse with(long ofNodes, long leastCpus, long most, GpuCounts ofGpus, boolean wholeNodes) {
        return new TaskUse(ofNodes, leastCpus, most, memoryBytes, ofGpus, licenses, wholeNodes, minutes);
    }

    /** Returns true if a job can never start under a limit, whatever other jobs use. */
    public boolean isRefusedBy(Limit limit) {
        OptionalDouble asked = of(limit);
        if (asked.isEmpty()) {
            return false;
        }
        double amount = asked.getAsDouble();
        return switch (limit.kind()) {
            case MIN_TRES_PER_JOB -> amount < limit.most();
            case MAX_TRES_PER_NODE -> Math.floor(amount / Math.max(1, nodes)) > limit.most();
            default -> amount > limit.most();
        };
    }

    /** Returns the amount for a limit; empty if unknown. A pending job already counts as submitted. */
    public OptionalDouble of(Limit limit) {
        return switch (limit.kind()) {
            case MAX_WALL -> known(minutes);
            case MAX_TRES_MINS_PER_JOB -> {
                OptionalDouble amount = of(new Limit(LimitKind.MAX_TRES_PER_JOB, limit.tres(), limit.most()));
                yield amount.isEmpty() ? amount : known(Math.round(amount.getAsDouble() * minutes));
            }
            case GRP_JOBS, MAX_JOBS_PER_USER, MAX_JOBS_PER_ACCOUNT, MAX_JOBS -> OptionalDouble.of(1);
            case GRP_SUBMIT, MAX_SUBMIT_PER_USER, MAX_SUBMIT_PER_ACCOUNT -> OptionalDouble.empty();
            case GRP_TRES, MAX_TRES_PER_USER, MAX_TRES_PER_ACCOUNT, MAX_TRES_PER_JOB, MAX_TRES_PER_NODE ->
                of(limit.tres(), cpus);
            // The memory that slurmctld compares with a minimum is unknown.
            case MIN_TRES_PER_JOB -> limit.tres().equals("mem") ? OptionalDouble.empty() : of(limit.tres(), mostCpus);
        };
    }

    private OptionalDouble of(String tres, long ofCpus) {
        return switch (tres) {
            case "cpu" -> OptionalDouble.of(ofCpus);
            case "mem" -> OptionalDouble.of(memoryBytes);
            case "node" -> OptionalDouble.of(nodes);
            case "gres/gpu" -> OptionalDouble.of(gpus.suiting(GpuCounts.UNTYPED));
            default -> ofName(tres);
        };
    }

    private OptionalDouble ofName(String tres) {
        if (tres.startsWith(TYPED_GPU)) {
            return known(gpus.byType().get(tres.substring(TYPED_GPU.length())));
        }
        return tres.startsWith(LICENSE) && !LicenseAmounts.isAnyEnough(licenses)
                ? known(LicenseAmounts.parse(licenses).get(tres.substring(LICENSE.length())))
                : OptionalDouble.empty();
    }

    /** Empty for a job that requests no GPU type, because such a job may get GPUs of any type. */
    private static OptionalDouble known(@Nullable Long amount) {
        return amount == null || amount == 0 ? OptionalDouble.empty() : OptionalDouble.of(amount);
    }

    /**
     * Parses the licenses of a job in the format of {@code --licenses}: {@code matlab:2,ansys} for all of the licenses, or
     * {@code matlab:2|ansys} for one of the licenses.
     */
    public static final class LicenseAmounts {

        private static final int MAX_DIGITS = 9;

        private LicenseAmounts() {}

        public static Map<String, Long> parse(String text) {
            Map<String, Long> amounts = new LinkedHashMap<>();
            for (String part : text.split("[,;|]", -1)) {
                int colon = part.lastIndexOf(':');
                boolean counted = colon > 0 && part.substring(colon + 1).matches("\\d{1," + MAX_DIGITS + "}");
                String name = counted ? part.substring(0, colon) : part;
                if (!name.isEmpty()) {
                    amounts.merge(name, counted ? Long.parseLong(part.substring(colon + 1)) : 1, Amounts::sum);
                }
            }
            return amounts;
        }

        /** Returns true if the job needs only one of the licenses; the job's record does not show which license. */
        public static boolean isAnyEnough(String text) {
            return text.indexOf('|') >= 0;
        }
    }
}
