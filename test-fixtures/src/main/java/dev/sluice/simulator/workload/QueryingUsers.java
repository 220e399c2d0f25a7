package dev.sluice.simulator.workload;

import dev.sluice.lab.scheduling.Controller;
import dev.sluice.simulator.cluster.RpcStatistics;
import java.util.List;

/**
 * Users who query the queue and the nodes. Most users query rarely. For a few minutes of every half hour, the script of
 * one user queries many single jobs repeatedly. slurmctld cannot process so many requests. The requests wait in the
 * queue of slurmctld, and then slurmctld drops requests.
 */
public final class QueryingUsers {
    private static final long HALF_HOUR = 1800;
    private static final long SCRIPT_RUNS = 480;
    private static final String SCRIPTER = "heidi";

    private final Controller controller;
    private final RpcStatistics rpcs;
    private final SeededRandom random;
    private final List<String> users;

    public QueryingUsers(Controller controller, RpcStatistics rpcs, SeededRandom random) {
        this.controller = controller;
        this.rpcs = rpcs;
        this.random = random;
        this.users = List.copyOf(controller.definition().users().keySet());
    }

    public void step(long seconds) {
        for (String user : users) {
            if (random.happens(25, seconds)) {
                rpcs.looksAtQueue(user);
            }
            if (random.happens(6, seconds)) {
                rpcs.looksAtNodes(user);
            }
        }
        boolean scripted = Math.floorMod(controller.now(), HALF_HOUR) < SCRIPT_RUNS;
        rpcs.asksForJobs(SCRIPTER, scripted ? random.between(40, 90) : random.between(0, 2));
    }
}
