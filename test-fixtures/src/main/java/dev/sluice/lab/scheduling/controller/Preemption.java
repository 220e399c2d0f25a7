package dev.sluice.lab.scheduling.controller;

import dev.sluice.lab.scheduling.NodeAllocation;
import dev.sluice.lab.scheduling.job.JobReason;
import dev.sluice.lab.scheduling.job.JobState;
import dev.sluice.lab.scheduling.job.SimulatedJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Preempts running jobs of a preemptable QOS. */
final class Preemption {
    private final Controller controller;
    private final NodeSelection selection;

    Preemption(Controller controller, NodeSelection selection) {
        this.controller = controller;
        this.selection = selection;
    }

    /**
     * Preempts the most recently started jobs if their end frees enough resources for the given job. The given job
     * starts in the next pass.
     */
    boolean makesRoomFor(SimulatedJob job) {
        if (!controller.definition().qosOf(job.request()).preempts()) {
            return false;
        }
        List<SimulatedJob> victims = new ArrayList<>();
        boolean room = false;
        for (SimulatedJob other : preemptable(job)) {
            other.allocations().forEach(this::give);
            victims.add(other);
            room = selection.of(job, Set.of()) instanceof NodeSelection.Found;
            if (room) {
                break;
            }
        }
        victims.forEach(victim -> victim.allocations().forEach(this::take));
        if (room) {
            victims.forEach(victim -> controller.end(victim, JobState.PREEMPTED, JobReason.NONE));
        }
        return room;
    }

    private List<SimulatedJob> preemptable(SimulatedJob waiting) {
        Partition partition =
                controller.definition().partition(waiting.request().partitions().get(0));
        return controller.running().stream()
                .filter(job -> controller.definition().qosOf(job.request()).preemptable())
                .filter(job -> job.het().isEmpty())
                .filter(job -> job.allocations().stream()
                        .anyMatch(a -> partition.nodes().contains(a.node().name())))
                .sorted(Comparator.<SimulatedJob>comparingLong(
                                job -> job.times().start())
                        .reversed())
                .toList();
    }

    private void give(NodeAllocation allocation) {
        controller.node(allocation.node().name()).free().give(allocation);
    }

    private void take(NodeAllocation allocation) {
        controller.node(allocation.node().name()).free().take(allocation);
    }
}
