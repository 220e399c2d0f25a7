package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.TaskUse.LicenseAmounts;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A license that a job requests.
 *
 * @param name license name
 * @param asks number of licenses that the job requests
 * @param license slurmctld's record of the license; empty without a record
 */
public record WantedLicense(String name, long asks, Optional<License> license) {

    /** Returns true if enough licenses are free; false if the number is unknown. */
    public boolean isFree() {
        return license.filter(known -> known.free() >= asks).isPresent();
    }

    /** Returns true if slurmctld has fewer licenses than the job requests, even if all are free. */
    public boolean exceedsTotal() {
        return license.filter(known -> known.total() < asks).isPresent();
    }

    /** Returns true if a job requests more licenses than slurmctld has, so that the job can never start. */
    static boolean refuse(Job job, List<License> licenses) {
        List<WantedLicense> wanted = of(job, licenses);
        return LicenseAmounts.isAnyEnough(job.shape().licenses())
                ? !wanted.isEmpty() && wanted.stream().allMatch(WantedLicense::exceedsTotal)
                : wanted.stream().anyMatch(WantedLicense::exceedsTotal);
    }

    /** Returns the licenses of a job; empty if slurmctld's licenses are unknown. */
    static List<WantedLicense> of(Job job, List<License> licenses) {
        String text = job.shape().licenses();
        if (text.isEmpty() || licenses.isEmpty()) {
            return List.of();
        }
        Map<String, License> byName = new HashMap<>();
        licenses.forEach(license -> byName.put(license.name(), license));
        List<WantedLicense> wanted = new ArrayList<>();
        LicenseAmounts.parse(text)
                .forEach((name, asks) ->
                        wanted.add(new WantedLicense(name, asks, Optional.ofNullable(byName.get(name)))));
        return wanted;
    }
}
