package dev.sluice.lab.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FreeResourcesTest {

    private static final Need WHOLE = new Need(0, 0, 0, Optional.empty(), true);

    private final FreeResources first = node("first", List.of("l40s", "h100"));
    private final FreeResources second = node("second", List.of());

    @Test
    void aJobWithTheNodeToItselfNeedsAnEmptyOneAndGetsAllOfItsCpusAndGpus() {
        take(second, cpus(1));

        assertThat(second.offer(WHOLE)).isEmpty();
        assertThat(first.offer(WHOLE)).map(NodeAllocation::cpus).hasValue(8);
        assertThat(first.offer(WHOLE)).map(NodeAllocation::gpus).hasValue(List.of(0, 1));
    }

    @Test
    void givesGpusOfTheTypeByIndex() {
        Need h100 = new Need(1, 0, 1, Optional.of("h100"), false);
        NodeAllocation allocation = first.offer(h100).orElseThrow();

        assertThat(allocation.gpus()).containsExactly(1);
        first.take(allocation);
        assertThat(first.busyGpus()).containsExactly(1);
        assertThat(first.offer(h100)).isEmpty();
        first.give(allocation);
        assertThat(first.isEmpty()).isTrue();
        assertThat(first.offer(h100)).contains(allocation);
    }

    @Test
    void memoryIsGivenOnce() {
        take(first, new Need(1, 30_000, 0, Optional.empty(), false));

        assertThat(first.memory()).isEqualTo(2_000);
        assertThat(first.offer(new Need(1, 2_001, 0, Optional.empty(), false))).isEmpty();
        assertThat(first.offer(new Need(1, 2_000, 0, Optional.empty(), false))).isPresent();
    }

    private static FreeResources node(String name, List<String> gpus) {
        return new FreeResources(new NodeSpec(name, 8, 32_000, gpus, List.of(), 1, false));
    }

    private static Need cpus(int number) {
        return new Need(number, 0, 0, Optional.empty(), false);
    }

    private static void take(FreeResources node, Need need) {
        node.take(node.offer(need).orElseThrow());
    }
}
