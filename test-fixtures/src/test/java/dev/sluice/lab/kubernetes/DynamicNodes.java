package dev.sluice.lab.kubernetes;

import dev.sluice.lab.scheduling.ClusterDefinition;
import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.ControllerListener;
import dev.sluice.lab.scheduling.JobReason;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.JobState;
import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.Partition;
import dev.sluice.lab.scheduling.SchedulingPass;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** A controller with dynamic nodes for the tests of NodeSets. */
public final class DynamicNodes {

    private static final String PARTITION = "all";

    private final Controller controller;

    /** Creates the possible nodes PREFIX-0 to PREFIX-9. */
    public DynamicNodes(String prefix, long now) {
        List<String> names =
                IntStream.range(0, 10).mapToObj(i -> prefix + "-" + i).toList();
        controller = new Controller(
                ClusterDefinition.plain(
                        names.stream()
                                .map(name -> new NodeSpec(name, 8, 64_000, List.of(), List.of(), 1, false))
                                .toList(),
                        List.of(new Partition(
                                PARTITION, names, true, true, Duration.ofDays(9), Optional.empty(), 1, 0, "")),
                        Set.copyOf(names)),
                now,
                new ControllerListener() {});
    }

    public Controller controller() {
        return controller;
    }

    /** Starts a job on a node. */
    public void busyUntil(String node, long deadline) {
        controller.submit(List.of(JobRequest.named("job")
                .partitions(PARTITION)
                .onNodes(node)
                .limit(Duration.ofSeconds(deadline - controller.now()))));
        SchedulingPass.run(controller);
    }

    /** Ends the job of a node. */
    void idle(String node) {
        controller.runningOn(node).forEach(job -> controller.end(job, JobState.COMPLETED, JobReason.NONE));
    }
}
