package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.model.Histogram;
import java.util.List;

/**
 * Writes the lines of the text format. For a sample, writes one line. For a histogram, writes one line per bucket, and
 * the lines for sum and count.
 */
final class SampleLines implements SampleWriter {

    private static final byte[] NO_SUFFIX = {};
    private static final byte[] BUCKET = "_bucket".getBytes(UTF_8);
    private static final byte[] SUM = "_sum".getBytes(UTF_8);
    private static final byte[] COUNT = "_count".getBytes(UTF_8);

    /**
     * Below this value, whole numbers are written as plain digits. Above this value, plain digits are longer than the
     * exponent form. Far above this value, plain digits exceed the precision of a double.
     */
    private static final double INTEGERS_BELOW = 1e15;

    private final FragmentEncoder out;

    SampleLines(FragmentEncoder out) {
        this.out = out;
    }

    @Override
    public void sample(FamilyLayout layout, double value, String... labelValues) {
        appendName(layout, NO_SUFFIX, NO_SUFFIX, labelValues);
        appendNumber(value);
        out.append('\n');
    }

    @Override
    public void histogram(FamilyLayout layout, Histogram histogram, String... labelValues) {
        List<byte[]> ranges = layout.ranges();
        for (int i = 0; i < ranges.size(); i++) {
            appendName(layout, BUCKET, ranges.get(i), labelValues);
            out.append(histogram.cumulative(i));
            out.append('\n');
        }
        appendName(layout, SUM, NO_SUFFIX, labelValues);
        appendNumber(histogram.sum());
        out.append('\n');
        appendName(layout, COUNT, NO_SUFFIX, labelValues);
        out.append(histogram.count());
        out.append('\n');
    }

    /** Appends the name and labels of a line. */
    private void appendName(FamilyLayout layout, byte[] suffix, byte[] range, String... labelValues) {
        out.append(layout.name());
        out.append(suffix);
        char separator = '{';
        for (int i = 0; i < labelValues.length; i++) {
            if (!labelValues[i].isEmpty()) {
                out.append(separator);
                out.append(layout.labelStart(i));
                appendLabelValue(labelValues[i]);
                out.append('"');
                separator = ',';
            }
        }
        if (range.length > 0) {
            out.append(separator);
            out.append(range);
            separator = ',';
        }
        if (separator == ',') {
            out.append('}');
        }
        out.append(' ');
    }

    private void appendLabelValue(String value) {
        int plain = out.appendPlain(value, 0);
        if (plain < value.length()) {
            // In UTF-8, no byte of a non-ASCII character equals the byte of a character that needs an escape.
            for (byte b : value.substring(plain).getBytes(UTF_8)) {
                appendEscaped((char) (b & 0xff));
            }
        }
    }

    private void appendNumber(double value) {
        if (value == Math.rint(value) && Math.abs(value) < INTEGERS_BELOW) {
            out.append((long) value);
        } else if (Double.isInfinite(value)) {
            out.appendPlain(value > 0 ? "+Inf" : "-Inf", 0);
        } else {
            out.appendPlain(Double.toString(value), 0);
        }
    }

    private void appendEscaped(char c) {
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
