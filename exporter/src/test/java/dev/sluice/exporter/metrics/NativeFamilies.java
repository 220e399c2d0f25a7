package dev.sluice.exporter.metrics;

import dev.sluice.fixtures.Capture;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The names of the families that slurmctld's own OpenMetrics endpoints served in the capture of Slurm 26.05. */
public final class NativeFamilies {

    public static final List<String> ENDPOINTS =
            List.of("jobs", "jobs-users-accts", "nodes", "partitions", "scheduler");

    private NativeFamilies() {}

    public static Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (String endpoint : ENDPOINTS) {
            Capture.of("26.05")
                    .text("openmetrics/" + endpoint + ".txt")
                    .lines()
                    .filter(line -> line.startsWith("# TYPE "))
                    .map(line -> line.split(" ", -1)[2])
                    .forEach(names::add);
        }
        return names;
    }
}
