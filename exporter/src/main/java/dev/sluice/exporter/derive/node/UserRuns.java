package dev.sluice.exporter.derive.node;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/** The last runs of one user's jobs. */
final class UserRuns {

    /** Where none of so many failed, three failures are less likely than one in 100,000. */
    private static final int MAX_RUNS = 64;

    private final Deque<Run> runs = new ArrayDeque<>();

    void add(Run run) {
        if (runs.size() == MAX_RUNS) {
            runs.removeFirst();
        }
        runs.addLast(run);
    }

    /** Adds up the runs that are on none of the suspected nodes. */
    void countInto(Elsewhere elsewhere, Predicate<Run> suspected) {
        runs.stream().filter(suspected.negate()).forEach(elsewhere::add);
    }

    /** The runs of a user's jobs on nodes that are not suspected. */
    static final class Elsewhere {

        /** Of a user whose newest job elsewhere failed. */
        private static final double BROKEN = 0.5;

        private final long since;
        private int fine;
        private int failures;
        private boolean failing;
        private boolean control;

        /**
         * Nothing yet.
         *
         * @param since from when on a start shows that the user's jobs are fine elsewhere at the same time
         */
        Elsewhere(long since) {
            this.since = since;
        }

        /** Adds a run that ended after those before. */
        void add(Run run) {
            if (!run.failed()) {
                fine++;
                control |= run.startedAt() >= since;
            } else if (!failing) {
                failures++;
            }
            failing = run.failed();
        }

        boolean anyFine() {
            return fine > 0;
        }

        /** How likely a job is to begin to fail, by Jeffreys' estimate: of 0 in 64 it is 0.8 %. */
        double chance() {
            return failing ? BROKEN : (failures + 0.5) / (fine + failures + 1);
        }

        /** Whether a job that started elsewhere at the same time was fine. */
        boolean control() {
            return control;
        }
    }
}
