package dev.sluice.exporter.model;

/** Arithmetic on amounts that are not negative; sums and products are capped at {@link Long#MAX_VALUE}. */
public final class Amounts {

    private Amounts() {}

    public static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
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
