package dev.sluice.exporter.derive.node;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The jobs that failed quickly on one node since a job was fine on the node, and the node's earlier failure rate. */
final class NodeRuns {

    /** Maximum number of failures to remember. Further failures add no evidence. */
    private static final int MAX_FAILED = 16;

    private static final int MAX_PAST = 64;

    private final Deque<Run> failed = new ArrayDeque<>();
    private int pastRuns;
    private int pastFailed;
    private boolean named;

    void add(Run run) {
        if (!run.failed()) {
            fine(run.startedAt());
            past(false);
        } else {
            if (failed.size() == MAX_FAILED) {
                failed.removeFirst();
            }
            failed.addLast(run);
        }
    }

    /**
     * Records that a job was fine on the node. The node did not cause the failures of jobs that started before this
     * job.
     */
    void fine(long startedAt) {
        int before = failed.size();
        failed.removeIf(each -> each.startedAt() <= startedAt);
        if (!named) {
            for (int gone = failed.size(); gone < before; gone++) {
                past(true);
            }
        }
        named &= !failed.isEmpty();
    }

    /**
     * Marks the node as a black hole. The failures of a black hole say nothing about the node's failure rate before or
     * after the repair.
     */
    void name() {
        named = true;
    }

    boolean named() {
        return named;
    }

    private void past(boolean failure) {
        if (pastRuns == MAX_PAST) {
            pastRuns /= 2;
            pastFailed /= 2;
        }
        pastRuns++;
        pastFailed += failure ? 1 : 0;
    }

    /**
     * Returns the share of earlier jobs on the node that failed quickly, as if one more job had been fine; 0 without
     * earlier jobs.
     */
    double pastShare() {
        return pastFailed / (pastRuns + 1.0);
    }

    void forgetBefore(long endedAt) {
        failed.removeIf(run -> run.endedAt() < endedAt);
        named &= !failed.isEmpty();
    }

    int failures() {
        return failed.size();
    }

    /** Returns the number of users with failed jobs. */
    long users() {
        return failed.stream().map(Run::user).distinct().count();
    }

    List<Run> failed() {
        return List.copyOf(failed);
    }
}
