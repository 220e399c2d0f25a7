package dev.sluice.adapter.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.common.tls.Sha256;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Converts Slurm names to valid values of Kubernetes' label selectors. A valid value stays unchanged. Any other name
 * becomes a readable part, two dashes, and the first 16 hexadecimal digits of its SHA-256. A valid value that already
 * looks like a converted name is converted too, so that no two names collide.
 */
public final class LabelValues {

    /** The form of a valid value that is not empty, and of a label's key without its prefix. */
    static final Pattern VALID = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

    private static final int MAX_LENGTH = 63;
    private static final int DIGITS = 16;
    private static final String MARK = "--";
    private static final Pattern MAPPED = Pattern.compile(".*" + MARK + "[0-9a-f]{" + DIGITS + "}", Pattern.DOTALL);
    private static final int MAX_READABLE_LENGTH = MAX_LENGTH - MARK.length() - DIGITS;

    private LabelValues() {}

    public static String of(String name) {
        return isValid(name) && !looksMapped(name) ? name : readable(name) + MARK + digest(name);
    }

    /** Returns true if each value stands only for the name that is equal to the value. */
    static boolean areNames(Set<String> values) {
        return values.stream().noneMatch(LabelValues::looksMapped);
    }

    /**
     * Returns true for a valid value: empty, or at most 63 characters of {@code A-Za-z0-9._-} with a letter or digit at
     * both ends.
     */
    static boolean isValid(String value) {
        return value.isEmpty() || VALID.matcher(value).matches();
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    private static boolean looksMapped(String value) {
        return MAPPED.matcher(value).matches();
    }

    private static String readable(String name) {
        StringBuilder readable = new StringBuilder("x");
        for (int i = 0; i < name.length() && readable.length() < MAX_READABLE_LENGTH; i++) {
            char c = name.charAt(i);
            boolean keep = isLetterOrDigit(c) || c == '-' || c == '.';
            readable.append(keep ? c : '_');
        }
        // The prefix x is for names that do not begin with a letter or digit.
        boolean startsWell = isLetterOrDigit(readable.charAt(1));
        return startsWell ? readable.substring(1) : readable.toString();
    }

    private static String digest(String name) {
        return Sha256.hex(name.getBytes(UTF_8)).substring(0, DIGITS);
    }
}
