package dev.sluice.exporter.kubernetes.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Three candidates and one API server that compares versions, in simulated time. Requests and responses get lost or
 * arrive late, even long after the timeout. The server is unavailable for minutes. Candidates freeze.
 */
final class SimulatedCandidates {

    private static final int CANDIDATES = 3;
    private static final long SECOND = 1_000_000_000L;

    private final SplittableRandom random;
    private final LeaseTerms terms;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final List<Candidate> candidates = new ArrayList<>();
    private Optional<StoredLease> stored = Optional.empty();
    private long version;
    private long numbers;
    private long now;
    private long awayUntil;
    private boolean rough = true;

    private record Event(long at, long number, Runnable action) {}

    private final class Candidate {
        private final double pace;
        private final long offset;
        private final Election election;
        private long attempt;

        Candidate(String identity, double drift) {
            this.pace = 1 / (1 - drift + 2 * drift * random.nextDouble());
            this.offset = random.nextLong(-1_000_000, 1_000_000) * SECOND;
            this.election = new Election(identity, terms, local());
        }

        /**
         * Returns the candidate's clock. The clocks of the candidates differ in time and in speed, in both directions.
         */
        long local() {
            return offset + (long) (now * pace);
        }

        /** Converts a duration on the candidate's clock to simulated time. */
        long real(long span) {
            return (long) (span / pace);
        }

        void go() {
            long mine = ++attempt;
            // The timestamp of a write is as wrong as the clock. A wrong timestamp has no effect.
            LeaseStep step = election.next(local(), Instant.ofEpochSecond(0, now + offset));
            if (step instanceof LeaseStep.Wait wait) {
                // The candidate freezes from time to time, as processes do.
                long pause = rough && random.nextInt(20) == 0 ? random.nextLong(40 * SECOND) : 0;
                after(real(wait.time().toNanos()) + 1 + pause, this::go);
                return;
            }
            long askedAt = local();
            send(step, answer -> {
                // A candidate ignores a response after its timeout.
                if (mine == attempt) {
                    attempt++;
                    answer.accept(askedAt);
                    go();
                }
            });
            after(real(terms.retry().toNanos()), () -> {
                if (mine == attempt) {
                    attempt++;
                    election.unanswered(local());
                    go();
                }
            });
        }

        private void send(LeaseStep step, Consumer<Consumer<Long>> answered) {
            if (lost()) {
                return;
            }
            after(latency(), () -> {
                if (now < awayUntil) {
                    return;
                }
                Consumer<Long> answer = serve(step);
                if (!lost()) {
                    after(latency(), () -> answered.accept(answer));
                }
            });
        }

        private Consumer<Long> serve(LeaseStep step) {
            if (step instanceof LeaseStep.Create create && stored.isEmpty()) {
                return written(create.record());
            }
            if (step instanceof LeaseStep.Update update
                    && stored.filter(lease -> lease.version().equals(update.version()))
                            .isPresent()) {
                return written(update.record());
            }
            if (step instanceof LeaseStep.Read) {
                return stored.<Consumer<Long>>map(found -> unused -> election.read(found, local()))
                        .orElse(unused -> election.readNone(local()));
            }
            return unused -> election.conflict(local());
        }

        private Consumer<Long> written(LeaseRecord record) {
            StoredLease lease = new StoredLease(Long.toString(++version), record);
            stored = Optional.of(lease);
            return askedAt -> election.granted(lease, askedAt, local());
        }
    }

    /**
     * Creates candidates that start at the same time.
     *
     * @param drift maximum fraction by which the clocks of the candidates are too slow or too fast
     */
    SimulatedCandidates(long seed, LeaseTerms terms, double drift) {
        this.random = new SplittableRandom(seed);
        this.terms = terms;
        for (int i = 0; i < CANDIDATES; i++) {
            Candidate candidate = new Candidate("candidate-" + i, drift);
            candidates.add(candidate);
            after(random.nextLong(10 * SECOND), candidate::go);
        }
        after(random.nextLong(60 * SECOND), this::goAway);
    }

    /** Advances the time; reports the holders after each event, because only events can change the holders. */
    void run(Duration time, Consumer<Set<Integer>> holders) {
        long end = now + time.toNanos();
        while (!events.isEmpty() && events.element().at() <= end) {
            Event event = events.remove();
            now = event.at();
            event.action().run();
            Set<Integer> holding = new TreeSet<>();
            for (int i = 0; i < CANDIDATES; i++) {
                Candidate candidate = candidates.get(i);
                if (candidate.election.tenure(candidate.local()).isPresent()) {
                    holding.add(i);
                }
            }
            holders.accept(holding);
        }
        now = end;
    }

    /** From now on, all requests and responses arrive, after a short time. */
    void calm() {
        rough = false;
        awayUntil = 0;
    }

    private void goAway() {
        if (rough) {
            awayUntil = now + random.nextLong(90 * SECOND);
            after(random.nextLong(240 * SECOND), this::goAway);
        }
    }

    private boolean lost() {
        return rough && random.nextInt(8) == 0;
    }

    private long latency() {
        if (!rough) {
            return SECOND / 100;
        }
        // Most messages arrive immediately. Some messages arrive at the end of the timeout, and some messages arrive
        // long after the timeout.
        int kind = random.nextInt(10);
        long longest = kind < 6 ? SECOND / 100 : kind < 9 ? terms.retry().toNanos() : 100 * SECOND;
        return random.nextLong(longest);
    }

    private void after(long span, Runnable action) {
        events.add(new Event(now + span, numbers++, action));
    }
}
