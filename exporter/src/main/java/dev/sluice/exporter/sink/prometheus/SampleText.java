package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Writes label values and numbers. The result is identical in both text formats. */
final class SampleText {

    /**
     * Below this value, whole numbers are written as plain digits. Above this value, plain digits are longer than the
     * exponent form. Far above this value, plain digits exceed the precision of a double.
     */
    private static final double INTEGERS_BELOW = 1e15;

    private SampleText() {}

    static void appendLabelValue(FragmentEncoder out, String value) {
        int plain = out.appendPlain(value, 0);
        if (plain < value.length()) {
            // In UTF-8, no byte of a non-ASCII character equals the byte of a character that needs an escape.
            for (byte b : value.substring(plain).getBytes(UTF_8)) {
                appendEscaped(out, (char) (b & 0xff));
            }
        }
    }

    static void appendNumber(FragmentEncoder out, double value) {
        if (value == Math.rint(value) && Math.abs(value) < INTEGERS_BELOW) {
            out.append((long) value);
        } else if (Double.isInfinite(value)) {
            out.appendPlain(value > 0 ? "+Inf" : "-Inf", 0);
        } else {
            out.appendPlain(Double.toString(value), 0);
        }
    }

    private static void appendEscaped(FragmentEncoder out, char c) {
        switch (c) {
            case '\\' -> {
                out.append('\\');
                out.append('\\');
            }
            case '"' -> {
                out.append('\\');
                out.append('"');
            }
            case '\n' -> {
                out.append('\\');
                out.append('n');
            }
            default -> out.append(c);
        }
    }
}
