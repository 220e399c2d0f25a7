package dev.sluice.exporter.derive.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UsageRowsTest {

    private static final UsageKey KEY = new UsageKey("physics", "anna", "gpu", "h100-pool", "h100");

    private final UsageRows rows = new UsageRows();

    @Test
    void addsUpEachAmountOfAKey() {
        rows.add(KEY, new UsageAmounts(1, 20, 300, 4));
        rows.add(KEY, new UsageAmounts(5, 60, 700, 8));

        assertThat(rows).containsExactly(Map.entry(KEY, new UsageAmounts(6, 80, 1000, 12)));
        assertThat(rows.get(KEY)).isEqualTo(new UsageAmounts(6, 80, 1000, 12));
    }

    @Test
    void eachNameDistinguishesRows() {
        rows.add(KEY, UsageAmounts.ZERO);
        rows.add(new UsageKey("biology", "anna", "gpu", "h100-pool", "h100"), UsageAmounts.ZERO);
        rows.add(new UsageKey("physics", "bela", "gpu", "h100-pool", "h100"), UsageAmounts.ZERO);
        rows.add(new UsageKey("physics", "anna", "debug", "h100-pool", "h100"), UsageAmounts.ZERO);
        rows.add(new UsageKey("physics", "anna", "gpu", "", "h100"), UsageAmounts.ZERO);
        rows.add(new UsageKey("physics", "anna", "gpu", "h100-pool", "a100"), UsageAmounts.ZERO);

        assertThat(rows).hasSize(6);
    }

    @Test
    void unknownKeyHasNoAmounts() {
        rows.add(KEY, UsageAmounts.ZERO);
        UsageKey other = new UsageKey("physics", "anna", "gpu", "", "h100");

        assertThat(rows.containsKey(other)).isFalse();
        assertThat(rows.get(other)).isNull();
    }

    @Test
    void equalsAMapWithTheSameSumsForManyKeys() {
        Random random = new Random(5);
        Map<UsageKey, UsageAmounts> expected = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            UsageKey key = new UsageKey("a" + random.nextInt(30), "u" + random.nextInt(200), "p", "", "h100");
            UsageAmounts amounts = new UsageAmounts(random.nextInt(9), random.nextInt(99), 1, random.nextInt(2));
            rows.add(key, amounts);
            expected.merge(key, amounts, UsageAmounts::plus);
        }

        assertThat(rows).isEqualTo(expected);
        assertThat(expected).isEqualTo(rows);
    }
}
