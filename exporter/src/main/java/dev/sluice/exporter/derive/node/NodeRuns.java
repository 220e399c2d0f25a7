package dev.sluice.exporter.derive.node;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The jobs that have failed quickly on one node since a job was fine on it, and how often that happened before. */
final class NodeRuns {

    /** More say nothing more. */
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
        } else if (failed.size() < MAX_FAILED) {
            failed.addLast(run);
        } else {
            failed.removeFirst();
            failed.addLast(run);
        }
    }

    /** A job that started on the node and was fine there: whatever failed before that, it was not this node. */
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

    /** Failures of a node that was named say nothing about the node as it was before or will be after its repair. */
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

    /** The part of the earlier jobs on the node that failed quickly; 0 where there were none. */
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

    /** Of those whose jobs failed. */
    long users() {
        return failed.stream().map(Run::user).distinct().count();
    }

    List<Run> failed() {
        return List.copyOf(failed);
    }
}
