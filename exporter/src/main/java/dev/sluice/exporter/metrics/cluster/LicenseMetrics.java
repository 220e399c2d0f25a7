package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.controller.License;
import java.util.List;

/** The metrics from the license list. */
public record LicenseMetrics(String cluster, List<License> licenses) {

    private static final Scope<LicenseMetrics, License> LICENSE = Scope.cluster(LicenseMetrics::cluster)
            .each("license", LicenseMetrics::licenses)
            .by("license", License::name)
            .by("nodes", License::nodes);

    public static final Section<LicenseMetrics> SECTION = Section.of(
            "Licenses",
            SlurmSource.LICENSES.label(),
            "Label `nodes` only for a license of some nodes.",
            LICENSE.gauge("slurm_license_configured")
                    .help("Licenses of the cluster.")
                    .value(License::total),
            LICENSE.gauge("slurm_license_used").help("Licenses held by jobs.").value(License::used),
            LICENSE.gauge("slurm_license_free").help("Free licenses.").value(License::free),
            LICENSE.gauge("slurm_license_reserved")
                    .help("Licenses held by reservations.")
                    .value(License::reserved));
}
