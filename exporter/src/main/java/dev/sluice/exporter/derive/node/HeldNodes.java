package dev.sluice.exporter.derive.node;

import dev.sluice.exporter.model.job.Job;
import java.util.Arrays;
import java.util.List;

/** Which nodes each job holds. Twelve bytes for each job: there may be 100,000. */
final class HeldNodes {

    private static final int ID_SHIFT = 32;

    /** JobIds, which have 32 bits, each with the place of the job's nodes in the other array; in order. */
    private final long[] places;

    /** Hostlists. */
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
                nodes[next++] = job.nodes();
            }
        }
        Arrays.sort(places);
        return new HeldNodes(places, nodes);
    }

    /** A hostlist; empty of a job that holds no nodes. */
    String of(long job) {
        int found = Arrays.binarySearch(places, job << ID_SHIFT);
        int at = found < 0 ? -found - 1 : found;
        return at < places.length && places[at] >>> ID_SHIFT == job ? nodes[(int) places[at]] : "";
    }
}
