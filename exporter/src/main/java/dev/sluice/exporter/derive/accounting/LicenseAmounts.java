package dev.sluice.exporter.derive.accounting;

import dev.sluice.exporter.model.Amounts;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Parses the licenses of a job in the format of {@code --licenses}: {@code matlab:2,ansys} for all of the licenses, or
 * {@code matlab:2|ansys} for one of the licenses.
 */
public final class LicenseAmounts {

    private static final int MAX_DIGITS = 9;

    private LicenseAmounts() {}

    /** Returns the number of each license, in text order. */
    public static Map<String, Long> parse(String text) {
        Map<String, Long> amounts = new LinkedHashMap<>();
        for (String part : text.split("[,;|]", -1)) {
            int colon = part.lastIndexOf(':');
            boolean counted = colon > 0 && part.substring(colon + 1).matches("\\d{1," + MAX_DIGITS + "}");
            String name = counted ? part.substring(0, colon) : part;
            if (!name.isEmpty()) {
                amounts.merge(name, counted ? Long.parseLong(part.substring(colon + 1)) : 1, Amounts::sum);
            }
        }
        return amounts;
    }

    /** Returns true if the job needs only one of the licenses; the job's record does not show which license. */
    public static boolean isAnyEnough(String text) {
        return text.indexOf('|') >= 0;
    }
}
