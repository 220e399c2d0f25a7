package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SymbolTableTest {

    private final SymbolTable symbols = new SymbolTable();

    @Test
    void givesEqualTextsTheSameString() {
        String first = symbol("..gpu..", 2, 3);

        assertThat(first).isEqualTo("gpu");
        assertThat(symbol("gpu", 0, 3)).isSameAs(first);
    }

    @Test
    void tellsTextsOfTheSameHashApart() {
        // 31 * 'A' + 'a' == 31 * 'B' + 'B'
        assertThat(symbol("Aa", 0, 2)).isEqualTo("Aa");
        assertThat(symbol("BB", 0, 2)).isEqualTo("BB");
        assertThat(symbol("Aa", 0, 2)).isSameAs(symbol("Aa", 0, 2));
    }

    @Test
    void tellsATextFromItsBeginning() {
        assertThat(symbol("gpu-long", 0, 8)).isEqualTo("gpu-long");
        assertThat(symbol("gpu-long", 0, 3)).isEqualTo("gpu");
        assertThat(symbol("", 0, 0)).isEmpty();
    }

    @Test
    void handsOutLongTextsWithoutHoldingThem() {
        String text = "x".repeat(513);

        assertThat(symbol(text, 0, 513)).isEqualTo(text).isNotSameAs(symbol(text, 0, 513));
    }

    @Test
    void staysRightWhenItIsFull() {
        for (int i = 0; i < 100_000; i++) {
            String text = "user" + i;
            assertThat(symbol(text, 0, text.length())).isEqualTo(text);
        }
        assertThat(symbol("user0", 0, 5)).isSameAs(symbol("user0", 0, 5));
        assertThat(symbol("user99999", 0, 9)).isEqualTo("user99999");
    }

    @Test
    void keepsBetweenAnswersWhatTheLastOneNamed() {
        String gpu = symbol("gpu", 0, 3);
        String cpu = symbol("cpu", 0, 3);
        symbols.nextAnswer();
        assertThat(symbol("gpu", 0, 3)).isSameAs(gpu);
        symbols.nextAnswer();

        assertThat(symbol("gpu", 0, 3)).isSameAs(gpu);
        assertThat(symbol("cpu", 0, 3)).isEqualTo("cpu").isNotSameAs(cpu);
    }

    @Test
    void makesRoomForNewTextsOnceOldOnesAreGone() {
        for (int i = 0; i < 40_000; i++) {
            String text = "old" + i;
            symbol(text, 0, text.length());
        }
        symbols.nextAnswer();
        symbols.nextAnswer();

        assertThat(symbol("new", 0, 3)).isSameAs(symbol("new", 0, 3));
    }

    private String symbol(String text, int offset, int length) {
        return symbols.symbol(text.toCharArray(), offset, length);
    }
}
