package dev.sluice.exporter.sink.prometheus;

/**
 * Computes the CRC-32 of a text from the CRC-32s of its parts, without reading the text again.
 *
 * <p>A CRC is a remainder in GF(2)[x]: appending n bytes multiplies it by x^(8n), then adds the CRC of those bytes. Bit
 * 31 is the coefficient of x^0, as in gzip.
 */
final class CombinedCrc {

    private static final int POLYNOMIAL = 0xEDB88320;
    private static final int ONE = 1 << 31;
    private static final int X_TO_THE_8 = 1 << (31 - 8);

    private int value;

    /** Appends the next part, given its CRC and the {@link #shiftOf} of its length. */
    void append(int crc, int shift) {
        value = multiply(value, shift) ^ crc;
    }

    int value() {
        return value;
    }

    /** Returns the factor x^(8n) by which n appended bytes multiply a CRC. */
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
