package dev.sluice.exporter.slurm.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.Tres;
import org.junit.jupiter.api.Test;

class PassingTextTest {

    private static PassingText of(String text) {
        PassingText passing = new PassingText();
        passing.set(("##" + text + "##").toCharArray(), 2, text.length());
        return passing;
    }

    @Test
    void findsPartsWithinTheText() {
        PassingText text = of("srun --exclusive --exclusive=user");

        assertThat(text.indexOf("--exclusive", 0)).isEqualTo(5);
        assertThat(text.indexOf("--exclusive", 6)).isEqualTo(17);
        assertThat(text.indexOf("--exclusive", 18)).isEqualTo(-1);
        assertThat(text.startsWith("=user", 28)).isTrue();
        assertThat(text.startsWith("=user#", 28)).isFalse();
        assertThat(text).hasToString("srun --exclusive --exclusive=user");
    }

    @Test
    void hasNothingOfAnEarlierLongerText() {
        PassingText text = of("cpu=12345,node=6");
        text.set("cpu=7".toCharArray(), 0, 5);

        assertThat(text.indexOf("node", 0)).isEqualTo(-1);
        assertThat(Tres.parse(text, text.length(), Tres.NONE).cpus()).isEqualTo(7);
    }

    @Test
    void releasesTheMemoryOfAnUnusuallyLongText() {
        PassingText text = of("x".repeat(100_000));
        assertThat(text.buffer()).hasSizeGreaterThan(99_999);

        text.clear();

        assertThat(text.buffer()).hasSizeLessThan(1000);
        assertThat(text).isEmpty();
    }
}
