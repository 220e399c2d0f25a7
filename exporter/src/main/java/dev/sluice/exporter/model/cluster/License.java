package dev.sluice.exporter.model.cluster;

import dev.sluice.exporter.model.Amounts;

/**
 * One license.
 *
 * @param name name of the license; {@code name@server} if slurmdbd manages the license
 * @param nodes nodes for which the license is valid; empty for all nodes
 * @param total number of licenses for this cluster
 * @param used number of licenses that jobs hold
 * @param free number of licenses that are available to a job
 * @param reserved number of licenses that reservations hold
 */
public record License(String name, String nodes, long total, long used, long free, long reserved) {

    /** Returns these numbers for the sum of many licenses. */
    public License other() {
        return new License("other", "", total, used, free, reserved);
    }

    /** Returns this license with the numbers of both. */
    public License plus(License other) {
        return new License(
                name,
                nodes,
                Amounts.sum(total, other.total),
                Amounts.sum(used, other.used),
                Amounts.sum(free, other.free),
                Amounts.sum(reserved, other.reserved));
    }
}
