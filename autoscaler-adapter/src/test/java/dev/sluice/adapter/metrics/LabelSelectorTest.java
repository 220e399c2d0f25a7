package dev.sluice.adapter.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSelectorTest {

    private static final Map<String, String> LABELS = Map.of("cluster", "research", "nodeset", "gpu", "rank", "7");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nodeset=gpu",
                "nodeset==gpu",
                "\tnodeset\r\n=\ngpu\r",
                " nodeset = gpu , cluster ",
                "nodeset!=cpu",
                "absent!=cpu",
                "nodeset in (cpu,gpu)",
                "nodeset in(cpu, gpu)",
                "nodeset notin (cpu)",
                "absent notin (cpu)",
                "nodeset",
                "!absent",
                "! absent",
                "!in,!notin,rank in (in,7)",
                "cluster,!debug,nodeset in (cpu,gpu),state notin (down)",
                "app.kubernetes.io/name!=slurmd",
                "absent notin (,cpu)",
                "absent!=",
            })
    void matches(String selector) {
        assertThat(LabelSelector.parse(selector).matches(LABELS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nodeset=cpu",
                "nodeset=",
                "nodeset=gpu,nodeset=cpu",
                "nodeset!=gpu",
                "nodeset in (cpu)",
                "nodeset notin (gpu,cpu)",
                "absent",
                "!nodeset",
                "absent=gpu",
                "absent in (gpu)",
                "nodeset=GPU",
            })
    void doesNotMatch(String selector) {
        assertThat(LabelSelector.parse(selector).matches(LABELS)).isFalse();
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/selectors/malformed.csv", delimiter = '|', quoteCharacter = '`')
    void saysWhereASelectorIsMalformed(String selector, String complaint) {
        assertThat(complaint(selector)).contains(complaint);
    }

    @Test
    void limitsLabelsAsKubernetesDoes() {
        String longest = "a".repeat(63);
        assertThat(LabelSelector.parse(longest + "=" + longest).matches(Map.of(longest, longest)))
                .isTrue();
        assertThat(complaint("a=" + longest + "a")).contains("at most 63");
        assertThat(complaint(longest + "a")).contains("at most 63");
        String longestPrefixed = "a".repeat(253) + "/b";
        assertThat(LabelSelector.parse(longestPrefixed).matches(Map.of(longestPrefixed, "c")))
                .isTrue();
        assertThat(complaint("a".repeat(254) + "/b")).contains("Invalid value");
    }

    @Test
    void anyTextIsASelectorOrAComplaint() {
        Random random = new Random(1);
        String alphabet = "ab=!(),<>in \tnot/.-_é\u0000%+";
        int good = 0;
        for (int round = 0; round < 50_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(14); length > 0; length--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                LabelSelector.parse(text.toString());
                good++;
            } catch (IllegalArgumentException e) {
                assertThat(e).message().isNotBlank();
            }
        }
        assertThat(good).isBetween(1_000, 49_000);
    }

    private static String complaint(String selector) {
        IllegalArgumentException refused = Objects.requireNonNull(
                catchThrowableOfType(IllegalArgumentException.class, () -> LabelSelector.parse(selector)));
        return String.valueOf(refused.getMessage());
    }
}
