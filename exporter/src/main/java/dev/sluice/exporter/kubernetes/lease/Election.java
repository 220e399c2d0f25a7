package dev.sluice.exporter.kubernetes.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One candidate for a Lease, following client-go. A candidate may take a Lease if the Lease has not changed for the
 * duration of the Lease. The candidate measures this time with the local clock, from the moment at which the candidate
 * first saw the content of the Lease. Every write contains the version of the Lease that the write replaces. The
 * holder's deadline counts from the moment at which the holder <em>sent</em> the granted renewal, because other
 * candidates cannot have seen the renewal earlier. The candidate holds the Lease only after a confirmed grant. Used by
 * one thread. All times are monotonic local times.
 */
public final class Election {

    private final String identity;
    private final LeaseTerms terms;

    private Optional<StoredLease> seen = Optional.empty();
    /** Local time at which this candidate first saw the current content of the Lease. */
    private long seenAt;
    /** True if no known change has replaced the Lease that was seen last. */
    private boolean current;

    private boolean holding;
    private long renewalAskedAt;
    private long tenures;
    private long due;

    /**
     * @param identity identity of this process; no earlier process has used this identity
     * @param now local time
     */
    public Election(String identity, LeaseTerms terms, long now) {
        this.identity = identity;
        this.terms = terms;
        this.due = now;
    }

    /**
     * Returns the next step.
     *
     * @param date date to write into the Lease, as information for people
     */
    public LeaseStep next(long now, Instant date) {
        endInTime(now);
        if (now - due < 0) {
            return new LeaseStep.Wait(Duration.ofNanos(due - now));
        }
        if (!current) {
            return new LeaseStep.Read();
        }
        if (seen.isEmpty()) {
            return new LeaseStep.Create(LeaseRecord.first(identity, terms.durationSeconds(), date));
        }
        StoredLease lease = seen.get();
        return new LeaseStep.Update(lease.version(), lease.record().heldBy(identity, terms.durationSeconds(), date));
    }

    /** Records that the Lease has been read. */
    public void read(StoredLease lease, long now) {
        see(lease, now);
        current = true;
        LeaseRecord record = lease.record();
        if (!record.holder().equals(identity)) {
            holding = false;
            if (lasts(record, now)) {
                retryLater(now);
            }
        }
    }

    /** Records that no Lease exists. */
    public void readNone(long now) {
        if (seen.isPresent()) {
            seenAt = now;
            seen = Optional.empty();
        }
        current = true;
        holding = false;
    }

    /**
     * Records an accepted write.
     *
     * @param askedAt local time at which the write was sent
     * @param now local time
     */
    public void granted(StoredLease lease, long askedAt, long now) {
        see(lease, now);
        current = true;
        due = askedAt + terms.renewal().toNanos();
        tenures += holding ? 0 : 1;
        holding = true;
        renewalAskedAt = askedAt;
    }

    /**
     * Records a refused write: another process wrote, created or removed the Lease. Therefore, this candidate does not
     * hold the Lease any more.
     */
    public void conflict(long now) {
        holding = false;
        retryLater(now);
    }

    /** Records a missing or ambiguous response. A held Lease stays held until its deadline. */
    public void unanswered(long now) {
        retryLater(now);
    }

    /** Returns the current leadership term; empty if this candidate does not hold the Lease. */
    public Optional<Tenure> tenure(long now) {
        endInTime(now);
        return holding ? Optional.of(new Tenure(tenures, end())) : Optional.empty();
    }

    /**
     * Gives up the Lease. Returns the write that releases the Lease for other candidates; empty if no write is needed.
     */
    public Optional<LeaseStep.Update> release(long now, Instant date) {
        endInTime(now);
        boolean known = holding && current;
        holding = false;
        return seen.filter(unused -> known)
                .map(lease ->
                        new LeaseStep.Update(lease.version(), lease.record().released(date)));
    }

    /** Returns the holder that was seen last; empty if no holder was seen. */
    public String holder() {
        return seen.map(lease -> lease.record().holder()).orElse("");
    }

    private void see(StoredLease lease, long now) {
        if (!seen.map(StoredLease::record).equals(Optional.of(lease.record()))) {
            seenAt = now;
        }
        seen = Optional.of(lease);
    }

    private boolean lasts(LeaseRecord record, long now) {
        long nanos = record.durationSeconds() > 0
                ? Duration.ofSeconds(record.durationSeconds()).toNanos()
                : terms.duration().toNanos();
        return !record.holder().isEmpty() && now - seenAt < nanos;
    }

    private void retryLater(long now) {
        current = false;
        due = now + terms.retry().toNanos();
    }

    private long end() {
        return renewalAskedAt + terms.deadline().toNanos();
    }

    private void endInTime(long now) {
        if (holding && now - end() >= 0) {
            holding = false;
            // The stored Lease may have changed since the last read, so a late renewal must start with a read.
            current = false;
        }
    }
}
