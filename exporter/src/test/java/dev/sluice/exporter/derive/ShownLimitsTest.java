package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.LimitUse.ShownLimits;
import dev.sluice.exporter.derive.LimitUse.Used;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ShownLimitsTest {

    private final SortedMap<String, List<Used>> all = new TreeMap<>();

    private static Used jobs(double used, double most) {
        return new Used(new Limit(LimitKind.GRP_JOBS, "", most), OptionalDouble.of(used));
    }

    private static Used cpus(double used, double most) {
        return new Used(new Limit(LimitKind.GRP_TRES, "cpu", most), OptionalDouble.of(used));
    }

    @Test
    void showsAllWhereThereIsRoomForAll() {
        all.put("bio", List.of(jobs(1, 10), cpus(5, 10)));
        all.put("chem", List.of(jobs(0, 10)));

        assertThat(ShownLimits.of(all, 2)).isEqualTo(new ShownLimits(all, 0));
    }

    /** The used shares of the limits are one tenth, five tenths (of the CPUs), and two tenths. */
    @Test
    void showsThoseThatAreNearestToOneOfTheirLimits() {
        all.put("art", List.of(jobs(1, 10)));
        all.put("bio", List.of(jobs(0, 10), cpus(5, 10)));
        all.put("chem", List.of(jobs(20, 100)));

        ShownLimits shown = ShownLimits.of(all, 2);

        assertThat(shown.limits()).containsOnlyKeys("bio", "chem");
        assertThat(shown.limits().get("bio")).isEqualTo(all.get("bio"));
        assertThat(shown.folded()).isEqualTo(1);
    }

    @Test
    void tellsEquallyNearOnesApartByName() {
        for (String name : List.of("d", "b", "c", "a")) {
            all.put(name, List.of(jobs(0, 10)));
        }

        assertThat(ShownLimits.of(all, 2).limits()).containsOnlyKeys("a", "b");
    }

    /** A limit of zero counts as used up. A limit with unknown use does not count as used up. */
    @Test
    void limitOfNothingIsUsedUp() {
        all.put("a", List.of(jobs(9, 10)));
        all.put("nothing", List.of(jobs(0, 0)));
        all.put("unknown", List.of(new Used(new Limit(LimitKind.GRP_TRES, "node", 1), OptionalDouble.empty())));

        assertThat(ShownLimits.of(all, 1).limits()).containsOnlyKeys("nothing");
        assertThat(ShownLimits.of(all, 2).limits()).containsOnlyKeys("nothing", "a");
    }

    @Test
    void withoutRoomAllAreLeftOut() {
        all.put("a", List.of(jobs(9, 10)));

        assertThat(ShownLimits.of(all, 0)).isEqualTo(new ShownLimits(new TreeMap<>(), 1));
    }
}
