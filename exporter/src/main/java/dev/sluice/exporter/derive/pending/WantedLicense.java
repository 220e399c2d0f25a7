package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.accounting.LicenseAmounts;
import dev.sluice.exporter.model.controller.License;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A licence that a job asks for.
 *
 * @param name its name
 * @param asks how many the job asks for
 * @param license what slurmctld has; empty where it names no such licence
 */
public record WantedLicense(String name, long asks, Optional<License> license) {

    /** Whether enough are free; false where that cannot be told. */
    public boolean isFree() {
        return license.filter(known -> known.free() >= asks).isPresent();
    }

    /** The licences of a job; empty where none are known, for then nothing can be said. */
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
