package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Utf8RepairTest {

    @ParameterizedTest
    @CsvSource({
        "616263, abc",
        "63c3a9, c\u00e9",
        "e282ac, \u20ac",
        "f09f9880, \uD83D\uDE00",
        "63e974, c\uFFFDt",
        "ff, \uFFFD",
        "80, \uFFFD",
        "c328, \uFFFD(",
        "e28228, \uFFFD(",
        "f09f9828, \uFFFD(",
        "c3c3a9, \uFFFD\u00e9",
        "c080, \uFFFD\uFFFD",
    })
    void keepsWhatIsUtf8AndReplacesTheRest(String bytes, String expected) {
        byte[] in = HexFormat.of().parseHex(bytes);

        for (int piece = 1; piece <= in.length; piece++) {
            assertThat(repaired(in, piece)).isEqualTo(expected);
        }
    }

    /** The pieces together must equal the output of the JDK's own decoder for the complete input. */
    @Test
    void doesNotDependOnWhereTheBytesAreCut() {
        Random random = new Random(20_261_120);
        byte[] sequences = "a\u00e9\u20ac\uD83D\uDE00".getBytes(UTF_8);
        for (int round = 0; round < 2_000; round++) {
            byte[] in = new byte[1 + random.nextInt(12)];
            for (int i = 0; i < in.length; i++) {
                in[i] = random.nextInt(4) == 0
                        ? (byte) random.nextInt(256)
                        : sequences[random.nextInt(sequences.length)];
            }
            int piece = 1 + random.nextInt(4);

            byte[] ended = Arrays.copyOf(in, in.length + 1);
            ended[in.length] = '.';
            assertThat(repaired(ended, piece))
                    .as("round %d: %s in pieces of %d", round, HexFormat.of().formatHex(ended), piece)
                    .isEqualTo(new String(ended, UTF_8));
        }
    }

    @Test
    void knowsWhetherASequenceIsOpen() {
        Utf8Repair repair = new Utf8Repair();
        byte[] bytes = {'a', (byte) 0xe2, (byte) 0x82, (byte) 0xac};

        assertThat(repair.plainStart(bytes, 0, 1)).isEqualTo(1);
        assertThat(repair.plainStart(bytes, 0, 2)).isEqualTo(1);
        assertThat(repair.repair(bytes, 0, 2)).containsExactly('a');
        assertThat(repair.unfinished()).isTrue();
        assertThat(repair.plainStart(bytes, 0, 1)).isZero();
        assertThat(repair.repair(bytes, 2, 2)).asString(UTF_8).isEqualTo("\u20ac");
        assertThat(repair.unfinished()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        // The code checks eight bytes together. The code must find invalid bytes before, in and after such a group.
        "0, 24, 0, 23",
        "7, 24, 7, 16",
        "8, 24, 8, 15",
        "13, 24, 13, 10",
        "22, 24, 22, 1",
        "23, 24, 23, 0",
    })
    void repairsNoMoreThanWhatIsOddAndTheByteAfterIt(int odd, int length, int start, int rest) {
        byte[] bytes = "a".repeat(length).getBytes(UTF_8);
        bytes[odd] = (byte) 0xe9;
        Utf8Repair repair = new Utf8Repair();

        assertThat(repair.plainStart(bytes, 0, length)).isEqualTo(start);
        assertThat(repair.plainEnd(bytes, start, length - start)).isEqualTo(Math.max(0, rest - 1));
    }

    private static String repaired(byte[] in, int piece) {
        Utf8Repair repair = new Utf8Repair();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int from = 0; from < in.length; from += piece) {
            int length = Math.min(piece, in.length - from);
            int start = repair.plainStart(in, from, length);
            out.write(in, from, start);
            if (start < length) {
                int end = repair.plainEnd(in, from + start, length - start);
                out.writeBytes(repair.repair(in, from + start, length - start - end));
                out.write(in, from + length - end, end);
            }
        }
        return out.toString(UTF_8);
    }
}
