package dev.sluice.exporter.derive.node;

import java.util.List;

/**
 * A node on which jobs of several users fail quickly, although jobs of these users do not fail on other nodes.
 *
 * @param jobs failed jobs, oldest first
 * @param chance upper limit of the probability that so many jobs fail on a healthy node, from the failure rates of the
 *     jobs' users on other nodes
 */
public record BlackHole(String node, List<Run> jobs, double chance) {

    public BlackHole {
        jobs = List.copyOf(jobs);
    }

    /** Returns the number of users of the failed jobs. */
    public long users() {
        return jobs.stream().map(Run::user).distinct().count();
    }
}
