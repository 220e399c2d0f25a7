package dev.sluice.simulator;

import java.util.List;

/**
 * Users who look at the queue and at the nodes. Most do so now and then; for a few minutes of every half hour one lets
 * a script ask for each of many jobs again and again, more than slurmctld deals with, so that requests wait and in the
 * end are dropped.
 */
final class Onlookers {
    private static final long HALF_HOUR = 1800;
    private static final long SCRIPT_RUNS = 480;
    private static final String SCRIPTER = "heidi";

    private final ClusterState state;
    private final Draw draw;
    private final List<String> users;

    Onlookers(ClusterState state, Draw draw) {
        this.state = state;
        this.draw = draw;
        this.users = List.copyOf(state.definition().users().keySet());
    }

    void step(long seconds) {
        RpcStatistics rpcs = state.statistics().rpcs();
        for (String user : users) {
            if (draw.happens(25, seconds)) {
                rpcs.looksAtQueue(user);
            }
            if (draw.happens(6, seconds)) {
                rpcs.looksAtNodes(user);
            }
        }
        boolean scripted = Math.floorMod(state.now(), HALF_HOUR) < SCRIPT_RUNS;
        rpcs.asksForJobs(SCRIPTER, scripted ? draw.between(40, 90) : draw.between(0, 2));
    }
}
