package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

/** How label values and numbers are spelled: alike in both formats. */
final class SampleText {

    /** Below this, every integral double is exact and has no more digits than its shortest other spelling plus three. */
    private static final double INTEGERS_BELOW = 1e15;

    private SampleText() {}

    static void appendLabelValue(FragmentEncoder out, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                // In UTF-8 no byte of such a character looks like one that must be escaped.
                for (byte b : value.substring(i).getBytes(UTF_8)) {
                    appendEscaped(out, (char) (b & 0xff));
                }
                return;
            }
            appendEscaped(out, c);
        }
    }

    static void appendNumber(FragmentEncoder out, double value) {
        if (value == Math.rint(value) && Math.abs(value) < INTEGERS_BELOW) {
            appendInteger(out, (long) value);
        } else if (Double.isInfinite(value)) {
            appendAscii(out, value > 0 ? "+Inf" : "-Inf");
        } else {
            appendAscii(out, Double.toString(value));
        }
    }

    private static void appendInteger(FragmentEncoder out, long value) {
        long rest = Math.abs(value);
        if (value < 0) {
            out.append('-');
        }
        long unit = 1;
        while (rest / unit >= 10) {
            unit *= 10;
        }
        for (; unit > 0; unit /= 10) {
            out.append((char) ('0' + rest / unit % 10));
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

    private static void appendAscii(FragmentEncoder out, String text) {
        for (int i = 0; i < text.length(); i++) {
            out.append(text.charAt(i));
        }
    }
}
