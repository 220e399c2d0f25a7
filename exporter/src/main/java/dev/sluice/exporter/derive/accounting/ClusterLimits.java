package dev.sluice.exporter.derive.accounting;

import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.controller.License;
import java.util.List;

/**
 * The limits of a cluster. A list is empty if its source is not available.
 *
 * @param associations associations of this cluster: accounts, and users with limits of their own
 */
public record ClusterLimits(List<Qos> qos, List<Association> associations, List<License> licenses) {

    public static final ClusterLimits NONE = new ClusterLimits(List.of(), List.of(), List.of());

    public ClusterLimits {
        qos = List.copyOf(qos);
        associations = List.copyOf(associations);
        licenses = List.copyOf(licenses);
    }
}
