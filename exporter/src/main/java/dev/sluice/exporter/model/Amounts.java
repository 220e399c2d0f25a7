package dev.sluice.exporter.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Arithmetic on amounts. Sums and products are capped, because a wrong record must not turn the sum over all records
 * into a negative number. The factors of products are not negative.
 */
public final class Amounts {

    private static final String UNITS = "KMGTP";
    private static final int BITS_PER_UNIT = 10;

    /** Numbers with more digits than this are malformed, because reading them takes quadratic time. */
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,40}(?:\\.\\d{1,40})?)([" + UNITS + "kmgtp]?)");

    private Amounts() {}

    /**
     * Reads an amount with Slurm's suffixes (multiples of 1024: K, M, G, T, P in either case), rounded; -1 if malformed.
     *
     * @param unit suffix of an amount without a suffix; a space for none
     */
    static long parse(String text, char unit) {
        Matcher amount = AMOUNT.matcher(text);
        if (!amount.matches()) {
            return -1;
        }
        char suffix = amount.group(2).isEmpty()
                ? unit
                : amount.group(2).toUpperCase(Locale.ROOT).charAt(0);
        long size = 1L << (BITS_PER_UNIT * (UNITS.indexOf(suffix) + 1));
        return new BigDecimal(amount.group(1))
                .multiply(BigDecimal.valueOf(size))
                .min(BigDecimal.valueOf(Long.MAX_VALUE))
                .setScale(0, RoundingMode.HALF_UP)
                .longValue();
    }

    public static long sum(long a, long b) {
        long sum = a + b;
        boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
        return overflow ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    public static long product(long a, long b) {
        long product = a * b;
        return product < 0 || Math.multiplyHigh(a, b) != 0 ? Long.MAX_VALUE : product;
    }

    /** Returns the quotient of amount and size, rounded up. */
    public static long ceilingOf(long amount, long size) {
        return amount / size + (amount % size == 0 ? 0 : 1);
    }
}
