package dev.sluice.common.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Encodes the ASN.1 values of a certificate in the distinguished encoding, DER (X.690). */
public final class Der {

    private static final byte[] TRUE = {0x01, 0x01, (byte) 0xff};
    private static final int LONG_FORM = 0x80;
    private static final int BASE_128 = 7;
    private static final int FIRST_ARC = 40;
    private static final int FIRST_YEAR_WITHOUT_UTC_TIME = 2050;
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter GENERALIZED =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    public static byte[] sequence(byte[]... elements) {
        return value(0x30, concatenated(elements));
    }

    public static byte[] setOf(byte[] element) {
        return value(0x31, element);
    }

    public static byte[] integer(BigInteger number) {
        return value(0x02, number.toByteArray());
    }

    public static byte[] yes() {
        return TRUE.clone();
    }

    /** Encodes a bit string of whole bytes. */
    public static byte[] bitString(byte[] bytes) {
        return value(0x03, concatenated(new byte[] {0}, bytes));
    }

    /** Encodes named bits; the first bit is the highest. */
    public static byte[] bits(int unused, int bits) {
        return value(0x03, new byte[] {(byte) unused, (byte) bits});
    }

    public static byte[] octets(byte[] bytes) {
        return value(0x04, bytes);
    }

    public static byte[] text(String text) {
        return value(0x0c, text.getBytes(UTF_8));
    }

    public static byte[] explicit(int tag, byte[] content) {
        return value(0xa0 | tag, content);
    }

    /** Encodes content with the given tag in place of the type's own tag. */
    public static byte[] implicit(int tag, byte[] content) {
        return value(0x80 | tag, content);
    }

    /** Encodes a time in whole seconds, in the short form until 2049, as RFC 5280 requires. */
    public static byte[] time(Instant time) {
        boolean isShort = time.atZone(ZoneOffset.UTC).getYear() < FIRST_YEAR_WITHOUT_UTC_TIME;
        return isShort
                ? value(0x17, UTC.format(time).getBytes(US_ASCII))
                : value(0x18, GENERALIZED.format(time).getBytes(US_ASCII));
    }

    /** Encodes an object identifier, such as {@code 2.5.29.15}. */
    public static byte[] identifier(String dotted) {
        String[] arcs = dotted.split("\\.", -1);
        var out = new ByteArrayOutputStream();
        out.write(FIRST_ARC * Integer.parseInt(arcs[0]) + Integer.parseInt(arcs[1]));
        for (int i = 2; i < arcs.length; i++) {
            int arc = Integer.parseInt(arcs[i]);
            int groups = Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(arc) + BASE_128 - 1) / BASE_128);
            for (int group = groups - 1; group >= 0; group--) {
                int bits = (arc >> (BASE_128 * group)) & 0x7f;
                out.write(group > 0 ? bits | LONG_FORM : bits);
            }
        }
        return value(0x06, out.toByteArray());
    }

    private static byte[] value(int tag, byte[] content) {
        var out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < LONG_FORM) {
            out.write(content.length);
        } else {
            byte[] length = BigInteger.valueOf(content.length).toByteArray();
            // Skips the leading zero byte: BigInteger adds this byte if the highest bit would otherwise be a sign.
            int start = length[0] == 0 ? 1 : 0;
            out.write(LONG_FORM | (length.length - start));
            out.write(length, start, length.length - start);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] concatenated(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
