package dev.sluice.common.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The expected bytes were determined by hand from X.690 and RFC 5280. */
class DerTest {

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void writesIdentifiers() {
        assertThat(hex(Der.identifier("2.5.29.15"))).isEqualTo("0603551d0f");
        assertThat(hex(Der.identifier("1.2.840.10045.4.3.2"))).isEqualTo("06082a8648ce3d040302");
        assertThat(hex(Der.identifier("1.3.6.1.5.5.7.3.1"))).isEqualTo("06082b06010505070301");
        assertThat(hex(Der.identifier("1.2.0.128"))).isEqualTo("06042a008100");
    }

    @Test
    void writesNumbersAsPositiveOnes() {
        assertThat(hex(Der.integer(BigInteger.TWO))).isEqualTo("020102");
        assertThat(hex(Der.integer(BigInteger.valueOf(128)))).isEqualTo("02020080");
    }

    @Test
    void writesLongLengthsInAsManyBytesAsTheyNeed() {
        assertThat(hex(Der.octets(new byte[127]))).startsWith("047f00");
        assertThat(hex(Der.octets(new byte[128]))).startsWith("04818000");
        assertThat(hex(Der.octets(new byte[256]))).startsWith("0482010000");
    }

    @Test
    void writesTimeInTheShortFormUntil2049() {
        assertThat(hex(Der.time(Instant.parse("2049-12-31T23:59:59.9Z")))).isEqualTo("170d3439313233313233353935395a");
        assertThat(hex(Der.time(Instant.parse("2050-01-01T00:00:00Z"))))
                .isEqualTo("180f32303530303130313030303030305a");
    }

    @Test
    void writesBitsAndTags() {
        assertThat(hex(Der.bits(7, 0x80))).isEqualTo("03020780");
        assertThat(hex(Der.bitString(new byte[] {5}))).isEqualTo("03020005");
        assertThat(hex(Der.yes())).isEqualTo("0101ff");
        assertThat(hex(Der.explicit(3, Der.sequence()))).isEqualTo("a3023000");
        assertThat(hex(Der.implicit(2, new byte[] {'a'}))).isEqualTo("820161");
        assertThat(hex(Der.setOf(Der.text("a")))).isEqualTo("31030c0161");
    }
}
