package dev.sluice.simulator.workload;

import dev.sluice.simulator.cluster.ClusterState;
import dev.sluice.simulator.cluster.RpcStatistics;
import java.util.List;

/**
 * Users who look at the queue and at the nodes. Most do so now and then; for a few minutes of every half hour one lets
 * a script ask for each of many jobs again and again, more than slurmctld deals with, so that requests wait and in the
 * end are dropped.
 */
public final class QueryingUsers {
    private static final long HALF_HOUR = 1800;
    private static final long SCRIPT_RUNS = 480;
    private static final String SCRIPTER = "heidi";

    private final ClusterState state;
    private final SeededRandom random;
    private final List<String> users;

    public QueryingUsers(ClusterState state, SeededRandom random) {
        this.state = state;
        this.random = random;
        this.users = List.copyOf(state.definition().users().keySet());
    }

    public void step(long seconds) {
        RpcStatistics rpcs = state.statistics().rpcs();
        for (String user : users) {
            if (random.happens(25, seconds)) {
                rpcs.looksAtQueue(user);
            }
            if (random.happens(6, seconds)) {
                rpcs.looksAtNodes(user);
            }
        }
        boolean scripted = Math.floorMod(state.now(), HALF_HOUR) < SCRIPT_RUNS;
        rpcs.asksForJobs(SCRIPTER, scripted ? random.between(40, 90) : random.between(0, 2));
    }
}
