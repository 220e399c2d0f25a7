package dev.sluice.exporter.derive.scaling.limit;

import dev.sluice.exporter.derive.accounting.TaskUse.LicenseAmounts;
import dev.sluice.exporter.derive.scaling.limit.LimitBook.Headroom;
import dev.sluice.exporter.model.controller.License;
import dev.sluice.exporter.model.job.Job;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The licenses that jobs can get. */
final class LicensePool {

    private final Map<String, License> licenses = new HashMap<>();
    private final Map<String, Long> used = new HashMap<>();

    LicensePool(List<License> all, List<Job> jobs) {
        for (License license : all) {
            // A license of some nodes limits only the jobs on these nodes.
            if (license.nodes().isEmpty()) {
                licenses.put(license.name(), license);
            }
        }
        for (Job job : jobs) {
            if (job.allocated()) {
                start(job, 1);
            }
        }
        // The list of licenses may be older or newer than the list of jobs.
        licenses.values().forEach(license -> used.merge(license.name(), license.used(), Math::max));
    }

    Headroom headroom(Job job) {
        Headroom least = Headroom.UNLIMITED;
        if (isKnown(job)) {
            // slurmctld keeps the licenses of reservations from all jobs outside of the reservation.
            boolean outside = job.shape().placement().reservation().isEmpty();
            for (Map.Entry<String, Long> asked :
                    LicenseAmounts.parse(job.shape().licenses()).entrySet()) {
                License license = licenses.get(asked.getKey());
                if (license != null && asked.getValue() > 0) {
                    long free = license.total()
                            - used.getOrDefault(license.name(), 0L)
                            - (outside ? license.reserved() : 0);
                    String name = "license " + license.name();
                    least = least.min(
                            asked.getValue() > license.total()
                                    ? Headroom.never(name)
                                    : new Headroom(Math.max(0, free) / asked.getValue(), false, name));
                }
            }
        }
        return least;
    }

    void start(Job job, long tasks) {
        if (isKnown(job)) {
            LicenseAmounts.parse(job.shape().licenses())
                    .forEach((name, amount) -> used.merge(name, amount * tasks, Long::sum));
        }
    }

    private boolean isKnown(Job job) {
        String asked = job.shape().licenses();
        return !licenses.isEmpty() && !asked.isEmpty() && !LicenseAmounts.isAnyEnough(asked);
    }
}
