package dev.sluice.common.demand;

import java.util.List;

/**
 * The document of {@code /api/v1/demand}. Later releases can add members, but never change the meaning of a member
 * within a version.
 */
public record DemandReport(@Required int version, @Required List<ClusterReport> clusters) {

    public static final int VERSION = 1;

    public DemandReport {
        clusters = List.copyOf(clusters);
        Counts.distinct("clusters", clusters, ClusterReport::cluster);
    }
}
