package dev.sluice.exporter.derive.accounting;

import java.util.LinkedHashMap;
import java.util.Map;

/** The licences of a job as {@code --licenses} writes them: {@code matlab:2,ansys}, or {@code matlab:2|ansys} for one of several. */
public final class LicenseAmounts {

    private static final int MAX_DIGITS = 9;

    private LicenseAmounts() {}

    /** How many of each, in their order. */
    public static Map<String, Long> parse(String text) {
        Map<String, Long> amounts = new LinkedHashMap<>();
        for (String part : text.split("[,;|]", -1)) {
            int colon = part.lastIndexOf(':');
            boolean counted = colon > 0 && part.substring(colon + 1).matches("\\d{1," + MAX_DIGITS + "}");
            String name = counted ? part.substring(0, colon) : part;
            if (!name.isEmpty()) {
                amounts.merge(name, counted ? Long.parseLong(part.substring(colon + 1)) : 1, Long::sum);
            }
        }
        return amounts;
    }

    /** Whether the job needs only one of them, and its record does not tell which. */
    public static boolean isAnyEnough(String text) {
        return text.indexOf('|') >= 0;
    }
}
