package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
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
    void keepsWhatIsUtf8AndReplacesTheRest(String bytes, String expected) throws Exception {
        byte[] in = HexFormat.of().parseHex(bytes);

        for (int piece = 1; piece <= in.length; piece++) {
            assertThat(repaired(in, piece)).isEqualTo(expected);
        }
    }

    /** The pieces together must equal the output of the JDK's own decoder for the complete input. */
    @Test
    void doesNotDependOnWhereTheBytesAreCut() throws Exception {
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

    /** The code checks eight bytes together. */
    @Test
    void findsAnOddByteAtEachPlace() throws Exception {
        for (int odd = 0; odd < 24; odd++) {
            byte[] bytes = "a".repeat(24).getBytes(UTF_8);
            bytes[odd] = (byte) 0xe9;

            assertThat(repaired(bytes, 24)).isEqualTo("a".repeat(odd) + "\uFFFD" + "a".repeat(23 - odd));
        }
    }

    private static String repaired(byte[] in, int piece) throws IOException {
        InputStream pieces = new ByteArrayInputStream(in) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, piece));
            }
        };
        return new String(new Utf8Repair(pieces).readAllBytes(), UTF_8);
    }
}
