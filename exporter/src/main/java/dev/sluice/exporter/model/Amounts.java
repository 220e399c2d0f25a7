package dev.sluice.exporter.model;

/**
 * Arithmetic on amounts. Sums and products are capped, because a wrong record must not turn the sum over all records
 * into a negative number. The factors of products are not negative.
 */
public final class Amounts {

    private Amounts() {}

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
