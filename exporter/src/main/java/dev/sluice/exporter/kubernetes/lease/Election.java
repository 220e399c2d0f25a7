package dev.sluice.exporter.kubernetes.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One candidate for a Lease, as client-go does it: a Lease may be taken once it has not changed for as long as it says,
 * measured by our own clock since we first saw it so; every write names the version that it replaces. The holder counts
 * from the moment at which it <em>asked</em> for the renewal that was granted: others cannot have seen it earlier. What it
 * was not granted for certain it does not hold. For one thread; all times are those of one clock that never jumps.
 */
public final class Election {

    private final String identity;
    private final LeaseTerms terms;

    private Optional<StoredLease> seen = Optional.empty();
    /** When what was seen was new to us. */
    private long seenAt;
    /** Whether what was seen is, as far as we can know, what is stored. */
    private boolean current;

    private boolean holding;
    private long renewalAskedAt;
    private long tenures;
    private long due;

    /**
     * A candidate.
     *
     * @param identity ours alone, also among our own processes of earlier days
     * @param now local time
     */
    public Election(String identity, LeaseTerms terms, long now) {
        this.identity = identity;
        this.terms = terms;
        this.due = now;
    }

    /**
     * What to do now.
     *
     * @param date what a write says of its time, for people
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

    /** The Lease was read. */
    public void read(StoredLease lease, long now) {
        see(lease, now);
        current = true;
        LeaseRecord record = lease.record();
        if (!record.holder().equals(identity)) {
            holding = false;
            if (lasts(record, now)) {
                rest(now);
            }
        }
    }

    /** There is no Lease. */
    public void readNone(long now) {
        if (seen.isPresent()) {
            seenAt = now;
            seen = Optional.empty();
        }
        current = true;
        holding = false;
    }

    /**
     * Our write was accepted.
     *
     * @param askedAt when we sent it
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

    /** Our write was refused, because somebody else has written, made or removed the Lease: we hold it no longer. */
    public void outrun(long now) {
        holding = false;
        rest(now);
    }

    /** No answer came, or none that says what is stored. What we held before, we hold until its time is over. */
    public void unanswered(long now) {
        rest(now);
    }

    /** Our tenure, if we hold the Lease for certain. */
    public Optional<Tenure> tenure(long now) {
        endInTime(now);
        return holding ? Optional.of(new Tenure(tenures, end())) : Optional.empty();
    }

    /** Gives the Lease up; returns the write that tells others, where there is something to tell. */
    public Optional<LeaseStep.Update> release(long now, Instant date) {
        endInTime(now);
        boolean known = holding && current;
        holding = false;
        return seen.filter(unused -> known)
                .map(lease ->
                        new LeaseStep.Update(lease.version(), lease.record().released(date)));
    }

    /** Who holds the Lease, as it was last seen; empty where nobody does. */
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

    private void rest(long now) {
        current = false;
        due = now + terms.retry().toNanos();
    }

    private long end() {
        return renewalAskedAt + terms.deadline().toNanos();
    }

    private void endInTime(long now) {
        if (holding && now - end() >= 0) {
            holding = false;
            // What is stored may have changed since; a late renewal of what we have lost must start by a look.
            current = false;
        }
    }
}
