package dev.sluice.simulator;

import dev.sluice.lab.scheduling.Controller;
import dev.sluice.simulator.rest.Statistics;

/**
 * Users who query the queue and the nodes. Most users query rarely. For a few minutes of every half hour, the script of
 * one user queries many single jobs repeatedly. slurmctld cannot process so many requests. The requests wait in the
 * queue of slurmctld, and then slurmctld drops requests.
 */
record QueryingUsers(Controller controller, Statistics statistics, SeededRandom random) {
    private static final long HALF_HOUR = 1800;
    private static final long SCRIPT_RUNS = 480;
    private static final String SCRIPTER = "heidi";

    void step(long seconds) {
        for (String user : controller.definition().users()) {
            if (random.happens(25, seconds)) {
                statistics.looksAtQueue(user);
            }
            if (random.happens(6, seconds)) {
                statistics.looksAtNodes(user);
            }
        }
        boolean scripted = Math.floorMod(controller.now(), HALF_HOUR) < SCRIPT_RUNS;
        statistics.asksForJobs(SCRIPTER, scripted ? random.between(40, 90) : random.between(0, 2));
    }
}
