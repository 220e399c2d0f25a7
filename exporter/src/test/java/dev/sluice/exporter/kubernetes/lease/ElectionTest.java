package dev.sluice.exporter.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Tests steps that are calculated by hand, with the times of client-go: 15 s, 10 s and 2 s. All times are seconds of
 * the candidate's own clock.
 */
class ElectionTest {

    private static final LeaseTerms TERMS = new LeaseTerms(
            Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(4), Duration.ofSeconds(2));
    private static final Instant DATE = Instant.parse("2026-11-20T08:00:00.123456789Z");
    private static final String STAMP = "2026-11-20T08:00:00.123456Z";
    private static final String OLD_STAMP = "2020-01-01T00:00:00.000000Z";

    private final Election election = new Election("me", TERMS, at(0));

    private static long at(double seconds) {
        return TimeUnit.MILLISECONDS.toNanos((long) (seconds * 1000));
    }

    private static StoredLease other(String version, String renewed, int transitions) {
        return new StoredLease(version, new LeaseRecord("other", 15, OLD_STAMP, renewed, transitions));
    }

    private static LeaseStep.Wait pause(double seconds) {
        return new LeaseStep.Wait(Duration.ofMillis((long) (seconds * 1000)));
    }

    private LeaseStep next(double now) {
        return election.next(at(now), DATE);
    }

    private void leadFrom(double asked) {
        election.readNone(at(asked));
        LeaseStep.Create create = (LeaseStep.Create) next(asked);
        election.granted(new StoredLease("1", create.record()), at(asked), at(asked));
    }

    private boolean holds(double now) {
        return election.tenure(at(now)).isPresent();
    }

    @Test
    void readsFirstAndMakesTheLeaseWhereThereIsNone() {
        assertThat(next(0)).isEqualTo(new LeaseStep.Read());
        election.readNone(at(0.1));
        LeaseRecord mine = new LeaseRecord("me", 15, STAMP, STAMP, 0);
        assertThat(next(0.1)).isEqualTo(new LeaseStep.Create(mine));
        assertThat(holds(0.1)).isFalse();

        election.granted(new StoredLease("1", mine), at(0.1), at(0.3));

        assertThat(election.tenure(at(0.3))).contains(new Tenure(1, at(10.1)));
        assertThat(election.holder()).isEqualTo("me");
        assertThat(next(0.3)).isEqualTo(pause(3.8));
    }

    @Test
    void renewsWithoutReadingAndKeepsSinceWhenAndHowOften() {
        election.read(new StoredLease("7", LeaseRecord.NONE), at(0));
        assertThat(next(0)).isEqualTo(new LeaseStep.Update("7", new LeaseRecord("me", 15, STAMP, STAMP, 1)));
        election.granted(new StoredLease("8", new LeaseRecord("me", 15, OLD_STAMP, OLD_STAMP, 1)), at(0), at(0));

        assertThat(next(4)).isEqualTo(new LeaseStep.Update("8", new LeaseRecord("me", 15, OLD_STAMP, STAMP, 1)));
    }

    @Test
    void takesTheLeaseOfAnotherOnceItHasNotChangedForItsDuration() {
        election.read(other("7", OLD_STAMP, 3), at(1));
        assertThat(next(1)).isEqualTo(pause(2));
        assertThat(next(3)).isEqualTo(new LeaseStep.Read());
        // By the candidate's clock, the Lease was renewed at 3 s. The timestamp in the Lease does not matter.
        election.read(other("8", "2031-01-01T00:00:00.000000Z", 3), at(3));
        election.read(other("8", "2031-01-01T00:00:00.000000Z", 3), at(17.999));
        assertThat(next(17.999)).isEqualTo(pause(2));

        // A change of the Lease's labels changes the version of the Lease, but is not a renewal.
        election.read(other("9", "2031-01-01T00:00:00.000000Z", 3), at(20));

        assertThat(next(20)).isEqualTo(new LeaseStep.Update("9", new LeaseRecord("me", 15, STAMP, STAMP, 4)));
    }

    @Test
    void anOldDateIsNoReasonToTakeALease() {
        election.read(other("7", OLD_STAMP, 0), at(1000));

        assertThat(next(1000)).isEqualTo(pause(2));
    }

    @Test
    void takesAReleasedLeaseAtOnce() {
        election.read(other("7", OLD_STAMP, 2), at(1));
        election.read(new StoredLease("8", new LeaseRecord("", 1, STAMP, STAMP, 2)), at(3));

        assertThat(next(3)).isEqualTo(new LeaseStep.Update("8", new LeaseRecord("me", 15, STAMP, STAMP, 3)));
    }

    @Test
    void aConflictMeansThatTheLeaseIsLost() {
        leadFrom(0);
        assertThat(next(4)).isInstanceOf(LeaseStep.Update.class);
        assertThat(holds(4)).isTrue();

        election.conflict(at(4.1));

        assertThat(holds(4.1)).isFalse();
        assertThat(next(4.1)).isEqualTo(pause(2));
        assertThat(next(6.1)).isEqualTo(new LeaseStep.Read());
    }

    @Test
    void countsFromTheMomentItAskedAndNotFromTheAnswer() {
        leadFrom(0);
        election.granted(new StoredLease("2", new LeaseRecord("me", 15, STAMP, STAMP, 0)), at(4), at(8));

        assertThat(holds(13.999)).isTrue();
        assertThat(holds(14)).isFalse();
    }

    @Test
    void holdsUntilTheDeadlineWhileTheApiServerIsAwayAndNotOneMomentLonger() {
        leadFrom(0);
        election.unanswered(at(4));
        election.unanswered(at(8));
        assertThat(holds(9.999)).isTrue();
        assertThat(holds(10)).isFalse();

        // The late response to the renewal that began at 4 s restores the leadership until 14 s, as a separate
        // leadership term.
        election.granted(new StoredLease("2", new LeaseRecord("me", 15, STAMP, STAMP, 0)), at(4), at(11));
        assertThat(election.tenure(at(11))).contains(new Tenure(2, at(14)));
    }

    @Test
    void readsAfterAWriteThatWasNotAnswered() {
        leadFrom(0);
        election.unanswered(at(5));
        assertThat(next(7)).isEqualTo(new LeaseStep.Read());

        // The API server had received the request. The candidate therefore holds the Lease in a different version, but
        // the different version does not renew the Lease.
        election.read(new StoredLease("2", new LeaseRecord("me", 15, STAMP, STAMP, 0)), at(7));

        assertThat(next(7)).isEqualTo(new LeaseStep.Update("2", new LeaseRecord("me", 15, STAMP, STAMP, 0)));
        assertThat(election.tenure(at(7))).contains(new Tenure(1, at(10)));
    }

    @Test
    void aLeaseThatNamesUsIsNotOursBeforeAWriteWasGranted() {
        election.read(new StoredLease("2", new LeaseRecord("me", 15, STAMP, STAMP, 5)), at(1));

        assertThat(holds(1)).isFalse();
        assertThat(next(1)).isEqualTo(new LeaseStep.Update("2", new LeaseRecord("me", 15, STAMP, STAMP, 5)));
    }

    @Test
    void losesALeaseThatWasRemovedOrTakenByHand() {
        leadFrom(0);
        election.unanswered(at(1));
        election.read(other("2", STAMP, 1), at(3));
        assertThat(holds(3)).isFalse();

        leadFrom(30);
        assertThat(holds(31)).isTrue();
        election.unanswered(at(31));
        election.readNone(at(33));
        assertThat(holds(33)).isFalse();
        assertThat(next(33)).isInstanceOf(LeaseStep.Create.class);
    }

    @Test
    void releasesWhatItHoldsForCertainAndNothingElse() {
        assertThat(election.release(at(0), DATE)).isEmpty();
        leadFrom(0);

        assertThat(election.release(at(1), DATE))
                .contains(new LeaseStep.Update("1", new LeaseRecord("", 1, STAMP, STAMP, 0)));
        assertThat(holds(1)).isFalse();

        leadFrom(20);
        election.unanswered(at(21));
        assertThat(election.release(at(22), DATE)).isEmpty();
        assertThat(holds(22)).isFalse();
    }
}
