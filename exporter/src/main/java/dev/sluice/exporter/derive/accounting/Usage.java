package dev.sluice.exporter.derive.accounting;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** The use of limits by a group of jobs. */
final class Usage {

    private static final String GPU = "gres/gpu";
    private static final String LICENSE = "license/";

    private long started;
    private long submitted;
    private long cpus;
    private long memoryBytes;
    private long gpus;
    private final Map<String, Long> gpusByType = new HashMap<>();

    /** Hostlists of the jobs; expanded only on demand, because few limits need the names of nodes. */
    private final List<String> nodes = new ArrayList<>();

    private final Map<String, Long> licenses = new HashMap<>();
    private boolean licensesKnown = true;

    /** Returns true if a job counts: the job is pending, running or suspended. */
    static boolean counts(Job job) {
        return job.pending() || job.allocated();
    }

    void add(Job job) {
        submitted = Amounts.sum(submitted, job.array().tasks());
        if (!job.allocated()) {
            return;
        }
        started = Amounts.sum(started, job.array().tasks());
        Tres held = job.allocation().tres();
        cpus = Amounts.sum(cpus, held.cpus());
        memoryBytes = Amounts.sum(memoryBytes, held.memoryBytes());
        gpus = Amounts.sum(gpus, held.gpus().suiting(GpuCounts.UNTYPED));
        if (!job.allocation().nodes().isEmpty()) {
            nodes.add(job.allocation().nodes());
        }
        addLicenses(job.shape().licenses());
        held.gpus().byType().forEach((type, count) -> {
            if (!type.equals(GpuCounts.UNTYPED)) {
                gpusByType.merge(GPU + ":" + type, count, Amounts::sum);
            }
        });
    }

    private void addLicenses(String text) {
        if (!text.isEmpty()) {
            licensesKnown &= !LicenseAmounts.isAnyEnough(text);
            LicenseAmounts.parse(text).forEach((name, amount) -> licenses.merge(LICENSE + name, amount, Amounts::sum));
        }
    }

    long started() {
        return started;
    }

    long submitted() {
        return submitted;
    }

    /** Returns the used amount of a resource; empty if job records do not show the amount. */
    OptionalDouble of(String tres) {
        return switch (tres) {
            case "cpu" -> OptionalDouble.of(cpus);
            case "mem" -> OptionalDouble.of(memoryBytes);
            case "node" -> OptionalDouble.of(distinctNodes());
            case GPU -> OptionalDouble.of(gpus);
            default -> ofName(tres);
        };
    }

    private OptionalDouble ofName(String tres) {
        if (tres.startsWith(GPU + ":")) {
            return OptionalDouble.of(gpusByType.getOrDefault(tres, 0L));
        }
        return tres.startsWith(LICENSE) && licensesKnown
                ? OptionalDouble.of(licenses.getOrDefault(tres, 0L))
                : OptionalDouble.empty();
    }

    /** Like slurmctld, counts a node once even if several of the jobs run on the node. */
    private long distinctNodes() {
        Set<String> names = new HashSet<>();
        nodes.forEach(hostlist -> Hostlist.visit(hostlist, names::add));
        return names.size();
    }
}
