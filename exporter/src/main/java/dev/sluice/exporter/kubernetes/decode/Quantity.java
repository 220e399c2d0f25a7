package dev.sluice.exporter.kubernetes.decode;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;

/**
 * Parses Kubernetes quantities: {@code 56Gi}, {@code 191810m}, {@code 2e3}. A malformed quantity counts as 0. See
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/.
 */
final class Quantity {

    private static final Map<String, BigDecimal> UNITS = Map.ofEntries(
            Map.entry("", BigDecimal.ONE),
            Map.entry("n", new BigDecimal("1e-9")),
            Map.entry("u", new BigDecimal("1e-6")),
            Map.entry("m", new BigDecimal("1e-3")),
            Map.entry("k", new BigDecimal("1e3")),
            Map.entry("M", new BigDecimal("1e6")),
            Map.entry("G", new BigDecimal("1e9")),
            Map.entry("T", new BigDecimal("1e12")),
            Map.entry("P", new BigDecimal("1e15")),
            Map.entry("E", new BigDecimal("1e18")),
            Map.entry("Ki", BigDecimal.valueOf(1L << 10)),
            Map.entry("Mi", BigDecimal.valueOf(1L << 20)),
            Map.entry("Gi", BigDecimal.valueOf(1L << 30)),
            Map.entry("Ti", BigDecimal.valueOf(1L << 40)),
            Map.entry("Pi", BigDecimal.valueOf(1L << 50)),
            Map.entry("Ei", BigDecimal.valueOf(1L << 60)));

    private static final int MAX_LENGTH = 40;
    private static final BigDecimal MAX_AMOUNT = BigDecimal.valueOf(Long.MAX_VALUE);

    private Quantity() {}

    /** Returns the amount, rounded up to a whole number as Kubernetes does. */
    static long whole(String text) {
        return times(text, BigDecimal.ONE);
    }

    /** Returns the amount in thousandths. */
    static long milli(String text) {
        return times(text, BigDecimal.valueOf(1000));
    }

    private static long times(String text, BigDecimal factor) {
        int digits = text.length();
        while (digits > 0 && Character.isLetter(text.charAt(digits - 1))) {
            digits--;
        }
        BigDecimal unit = UNITS.get(text.substring(digits));
        if (unit == null || digits == 0 || text.length() > MAX_LENGTH) {
            return 0;
        }
        try {
            BigDecimal number = new BigDecimal(text.substring(0, digits));
            if (number.signum() <= 0 || Math.abs((long) number.scale()) > MAX_LENGTH) {
                return 0;
            }
            BigDecimal amount = number.multiply(unit).multiply(factor);
            return amount.min(MAX_AMOUNT).setScale(0, RoundingMode.CEILING).longValue();
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
