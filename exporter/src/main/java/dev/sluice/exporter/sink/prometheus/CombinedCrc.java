package dev.sluice.exporter.sink.prometheus;

/**
 * Computes the CRC-32 of a text from the CRC-32s of the text's parts, without another read of the text.
 *
 * <p>A CRC is a remainder in GF(2)[x]: to append n bytes, the CRC is multiplied by x^(8n), and the CRC of the n bytes
 * is added. Bit 31 is the coefficient of x^0, as in gzip.
 */
final class CombinedCrc {

    private static final int POLYNOMIAL = 0xEDB88320;
    private static final int ONE = 1 << 31;
    private static final int X_TO_THE_8 = 1 << (31 - 8);

    private int value;

    /** Appends the next part. The parameters are the CRC of the part and the {@link #shiftOf} of the part's length. */
    void append(int crc, int shift) {
        value = multiply(value, shift) ^ crc;
    }

    int value() {
        return value;
    }

    /** Returns the factor x^(8n). If n bytes are appended, a CRC is multiplied by this factor. */
    static int shiftOf(long bytes) {
        int power = X_TO_THE_8;
        int shift = ONE;
        for (long rest = bytes; rest > 0; rest >>>= 1) {
            if ((rest & 1) == 1) {
                shift = multiply(shift, power);
            }
            power = multiply(power, power);
        }
        return shift;
    }

    private static int multiply(int left, int right) {
        int product = 0;
        int term = right;
        for (int rest = left; rest != 0; rest <<= 1) {
            if (rest < 0) {
                product ^= term;
            }
            term = (term & 1) == 0 ? term >>> 1 : (term >>> 1) ^ POLYNOMIAL;
        }
        return product;
    }
}
