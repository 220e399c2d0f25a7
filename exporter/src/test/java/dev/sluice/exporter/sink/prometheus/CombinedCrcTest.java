package dev.sluice.exporter.sink.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CombinedCrcTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void equalsTheCrcOfTheWholeHoweverItIsSplit(long seed) {
        var random = new Random(seed);
        byte[] whole = new byte[100_000];
        random.nextBytes(whole);
        var combined = new CombinedCrc();
        int start = 0;
        while (start < whole.length) {
            int length = Math.min(whole.length - start, random.nextInt(20_000));
            combined.append(crc(whole, start, length), CombinedCrc.shiftOf(length));
            start += length;
        }

        assertThat(combined.value()).isEqualTo(crc(whole, 0, whole.length));
    }

    @Test
    void isZeroForNothing() {
        assertThat(new CombinedCrc().value()).isZero();
    }

    private static int crc(byte[] bytes, int start, int length) {
        var crc = new CRC32();
        crc.update(bytes, start, length);
        return (int) crc.getValue();
    }
}
