package dev.sluice.exporter.derive.node;

import dev.sluice.exporter.model.job.Job;
import java.util.Arrays;
import java.util.List;

/** The nodes that each job holds, in twelve bytes per job: a cluster may have 100,000 jobs. */
final class HeldNodes {

    private static final int ID_SHIFT = 32;

    /** Job IDs (32 bits), each with the index of the job's hostlist; sorted. */
    private final long[] places;

    private final String[] nodes;

    private HeldNodes(long[] places, String[] nodes) {
        this.places = places;
        this.nodes = nodes;
    }

    static HeldNodes of(List<Job> jobs) {
        int holding = 0;
        for (Job job : jobs) {
            holding += job.holdsNodes() ? 1 : 0;
        }
        long[] places = new long[holding];
        String[] nodes = new String[holding];
        int next = 0;
        for (Job job : jobs) {
            if (job.holdsNodes()) {
                places[next] = job.id() << ID_SHIFT | next;
                nodes[next++] = job.allocation().nodes();
            }
        }
        Arrays.sort(places);
        return new HeldNodes(places, nodes);
    }

    /** Returns the hostlist of a job; empty if the job holds no nodes. */
    String of(long job) {
        int found = Arrays.binarySearch(places, job << ID_SHIFT);
        int at = found < 0 ? -found - 1 : found;
        return at < places.length && places[at] >>> ID_SHIFT == job ? nodes[(int) places[at]] : "";
    }
}
