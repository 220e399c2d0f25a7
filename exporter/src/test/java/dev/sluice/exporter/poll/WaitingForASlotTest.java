package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.SlurmSource.Lane;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the queue for a slot, while three requests use all three slots. */
class WaitingForASlotTest {

    private final ClusterPoller.RequestSlots slots = new ClusterPoller.RequestSlots();
    private final List<PolledSource> running = List.of(new PolledSource(), new PolledSource(), new PolledSource());
    private final PolledSource next = new PolledSource();

    @BeforeEach
    void useEverySlot() {
        slots.poll(Lane.QUEUE, running.get(0).poll);
        slots.poll(Lane.QUEUE, running.get(1).poll);
        slots.poll(Lane.CONTROLLER, running.get(2).poll);
        assertThat(running).allSatisfy(one -> assertThat(one.questions).hasSize(1));
    }

    @Test
    void asksTheWaitingSourceWhenASlotIsFree() {
        Future<Void> polled = slots.poll(Lane.PARTITIONS, next.poll);
        assertThat(next.questions).isEmpty();
        assertThat(polled.isComplete()).isFalse();

        running.get(0).answer("a");
        assertThat(next.questions).hasSize(1);
        next.answer("b");
        assertThat(polled.succeeded()).isTrue();
    }

    @Test
    void doesNotQueueASourceThatAlreadyWaits() {
        slots.poll(Lane.PARTITIONS, next.poll);

        assertThat(slots.poll(Lane.PARTITIONS, next.poll).succeeded()).isTrue();
        assertThat(next.questions).isEmpty();
    }

    @Test
    void doesNotQueueASourceThatIsNotDue() {
        next.sayAbsent(3);

        assertThat(slots.poll(Lane.PARTITIONS, next.poll).succeeded()).isTrue();
        assertThat(next.questions).hasSize(3);
    }

    @Test
    void queuesOtherSourcesWhereOneWaits() {
        PolledSource last = new PolledSource();
        slots.poll(Lane.PARTITIONS, next.poll);
        slots.poll(Lane.PARTITIONS, last.poll);
        running.get(0).answer("a");
        running.get(1).answer("a");

        assertThat(next.questions).hasSize(1);
        assertThat(last.questions).hasSize(1);
        next.time.pass(Duration.ofMinutes(1));
        assertThat(slots.poll(Lane.PARTITIONS, next.poll).isComplete())
                .as("in flight")
                .isTrue();
    }

    @Test
    void asksPingAndSlurmctldItselfWithoutASlot() {
        slots.poll(Lane.PING, next.poll);
        assertThat(next.questions).hasSize(1);

        PolledSource counts = new PolledSource();
        slots.poll(Lane.SLURMCTLD, counts.poll);
        assertThat(counts.questions).hasSize(1);
    }
}
