package dev.sluice.exporter.slurm.records;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextCacheTest {

    private final TextCache texts = new TextCache();

    @Test
    void givesEqualTextsTheSameString() {
        String first = text("..gpu..", 2, 3);

        assertThat(first).isEqualTo("gpu");
        assertThat(text("gpu", 0, 3)).isSameAs(first);
    }

    @Test
    void tellsTextsOfTheSameHashApart() {
        // 31 * 'A' + 'a' == 31 * 'B' + 'B'
        assertThat(text("Aa", 0, 2)).isEqualTo("Aa");
        assertThat(text("BB", 0, 2)).isEqualTo("BB");
        assertThat(text("Aa", 0, 2)).isSameAs(text("Aa", 0, 2));
    }

    @Test
    void tellsATextFromItsBeginning() {
        assertThat(text("gpu-long", 0, 8)).isEqualTo("gpu-long");
        assertThat(text("gpu-long", 0, 3)).isEqualTo("gpu");
        assertThat(text("", 0, 0)).isEmpty();
    }

    @Test
    void handsOutLongTextsWithoutHoldingThem() {
        String text = "x".repeat(513);

        assertThat(text(text, 0, 513)).isEqualTo(text).isNotSameAs(text(text, 0, 513));
    }

    @Test
    void staysRightWhenItIsFull() {
        for (int i = 0; i < 100_000; i++) {
            String text = "user" + i;
            assertThat(text(text, 0, text.length())).isEqualTo(text);
        }
        assertThat(text("user0", 0, 5)).isSameAs(text("user0", 0, 5));
        assertThat(text("user99999", 0, 9)).isEqualTo("user99999");
    }

    @Test
    void keepsBetweenAnswersWhatTheLastOneNamed() {
        String gpu = text("gpu", 0, 3);
        String cpu = text("cpu", 0, 3);
        texts.nextAnswer();
        assertThat(text("gpu", 0, 3)).isSameAs(gpu);
        texts.nextAnswer();

        assertThat(text("gpu", 0, 3)).isSameAs(gpu);
        assertThat(text("cpu", 0, 3)).isEqualTo("cpu").isNotSameAs(cpu);
    }

    @Test
    void makesRoomForNewTextsOnceOldOnesAreGone() {
        for (int i = 0; i < 40_000; i++) {
            String text = "old" + i;
            text(text, 0, text.length());
        }
        texts.nextAnswer();
        texts.nextAnswer();

        assertThat(text("new", 0, 3)).isSameAs(text("new", 0, 3));
    }

    private String text(String text, int offset, int length) {
        return texts.text(text.toCharArray(), offset, length);
    }
}
