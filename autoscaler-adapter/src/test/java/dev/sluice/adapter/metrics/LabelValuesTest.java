package dev.sluice.adapter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelValuesTest {

    /** The rule is from Kubernetes' API documentation. */
    private static final String VALID = "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpu",
                "GPU_long.2",
                "a",
                "a--b",
                "0123456789abcdef",
                "gpu--0123456789ABCDEF",
                "gpu-0123456789abcdef",
                "az",
                "AZ",
                "09",
                "za",
                "ZA",
                "90"
            })
    void keepsWhatASelectorCanAskFor(String name) {
        assertThat(LabelValues.of(name)).isEqualTo(name);
    }

    /** The digits are from the output of {@code printf %s NAME | sha256sum}. */
    @ParameterizedTest
    @CsvSource({
        "gpu:a100, gpu_a100--413a0ea25604d113",
        "user@dom, user_dom--795fa423ae6ebca4",
        "v1.5-x:y, v1.5-x_y--e80e64daedd33fec",
        "acct/sub, acct_sub--1b5704edf320c79d",
        "_hidden, x_hidden--7a1f9c0915c0cffa",
        "gpu-, gpu---aeeb726a126ddd5e",
        "gpu--0123456789abcdef, gpu--0123456789abcdef--544c93c35b3d2350",
    })
    void makesAReadableValueOfAnyOtherName(String name, String value) {
        assertThat(LabelValues.of(name)).isEqualTo(value);
    }

    @Test
    void aSelectorMayAskForAnEmptyValue() {
        assertThat(LabelValues.isValid("")).isTrue();
        assertThat(LabelValues.isValid("-")).isFalse();
    }

    /** These characters are the neighbours of letters and digits in ASCII. */
    @ParameterizedTest
    @ValueSource(strings = {"/", ":", "@", "[", "`", "{"})
    void takesNoSignForALetterOrADigit(String sign) {
        assertThat(LabelValues.isValid("a" + sign + "a")).isFalse();
        assertThat(LabelValues.isValid(sign)).isFalse();
    }

    @Test
    void shortensLongNamesAndKeepsThemApart() {
        String longName = "p".repeat(64);

        assertThat(LabelValues.of(longName)).startsWith("p".repeat(44) + "--").hasSizeLessThanOrEqualTo(63);
        assertThat(LabelValues.of(longName)).isNotEqualTo(LabelValues.of(longName + "p"));
        assertThat(LabelValues.of("p".repeat(63))).isEqualTo("p".repeat(63));
    }

    @Test
    void everyValueIsValidAndNoTwoNamesMeet() {
        Random random = new Random(7);
        Map<String, String> nameOf = new HashMap<>();
        for (int i = 0; i < 50_000; i++) {
            String name = randomName(random);
            String value = LabelValues.of(name);
            assertThat(value).matches(VALID).isNotEmpty().hasSizeLessThanOrEqualTo(63);
            String other = nameOf.putIfAbsent(value, name);
            assertThat(other == null || other.equals(name))
                    .as("%s and %s", name, other)
                    .isTrue();
            // A name can equal the encoded form of another name. Such a name gets a different encoded form.
            String ofValue = LabelValues.of(value);
            assertThat(ofValue.equals(value)).as(value).isEqualTo(value.equals(name));
        }
    }

    private static String randomName(Random random) {
        String alphabet = random.nextBoolean() ? "ab-_.:/é" : "ab-0123456789abcdef";
        StringBuilder name = new StringBuilder(random.nextInt(8) == 0 ? "gpu--" : "");
        for (int length = 1 + random.nextInt(random.nextInt(10) == 0 ? 80 : 20); length > 0; length--) {
            name.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return name.toString();
    }
}
