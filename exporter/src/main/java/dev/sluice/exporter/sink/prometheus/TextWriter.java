package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.model.Histogram;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Writes the text format or OpenMetrics, which have identical sample lines, but different headers. The writers of the
 * Prometheus library need three times as much CPU time.
 */
final class TextWriter implements ExpositionFormat.Writer {

    /** Above this value, the digits of a whole number exceed the precision of a double. */
    private static final double INTEGERS_BELOW = 1e15;

    private final boolean openMetrics;
    private final Map<MetricFamily, StringBuilder> lines = new HashMap<>();

    TextWriter(boolean openMetrics) {
        this.openMetrics = openMetrics;
    }

    @Override
    public void sample(MetricFamily family, double value, String... labelValues) {
        line(family, "", "", value, labelValues);
    }

    @Override
    public void histogram(MetricFamily family, Histogram histogram, String... labelValues) {
        List<Double> bounds = histogram.upperBounds();
        for (int i = 0; i < bounds.size(); i++) {
            line(family, "_bucket", bounds.get(i).toString(), histogram.cumulative(i), labelValues);
        }
        line(family, "_bucket", "+Inf", histogram.count(), labelValues);
        line(family, "_sum", "", histogram.sum(), labelValues);
        line(family, "_count", "", histogram.count(), labelValues);
    }

    @Override
    public Set<MetricFamily> families() {
        return lines.keySet();
    }

    @Override
    public void writeTo(OutputStream out, List<MetricFamily> families) throws IOException {
        for (MetricFamily family : families) {
            StringBuilder samples = lines.get(family);
            if (samples != null) {
                out.write(header(family).getBytes(UTF_8));
                out.write(samples.toString().getBytes(UTF_8));
            }
        }
        out.write((openMetrics ? "# EOF\n" : "").getBytes(UTF_8));
    }

    private String header(MetricFamily family) {
        String type = family.type().name().toLowerCase(Locale.ROOT);
        String help = family.help().replace("\\", "\\\\").replace("\n", "\\n");
        if (!openMetrics) {
            return "# HELP %s %s\n# TYPE %s %s\n"
                    .formatted(family.name(), help, family.name(), type.replace("info", "gauge"));
        }
        String name = ExpositionFormat.openMetricsName(family);
        String unit = family.unit().isEmpty() ? "" : "# UNIT " + name + ' ' + family.unit() + '\n';
        return "# TYPE %s %s\n%s# HELP %s %s\n".formatted(name, type, unit, name, help.replace("\"", "\\\""));
    }

    /** Appends a line. Labels without a value are absent. */
    private void line(MetricFamily family, String suffix, String bound, double value, String... labelValues) {
        StringBuilder out = lines.computeIfAbsent(family, unused -> new StringBuilder());
        out.append(family.name()).append(suffix);
        char separator = '{';
        for (int i = 0; i <= labelValues.length; i++) {
            String label = i < labelValues.length ? labelValues[i] : bound;
            if (!label.isEmpty()) {
                out.append(separator)
                        .append(i < labelValues.length ? family.labels().get(i) : "le");
                out.append("=\"").append(escaped(label)).append('"');
                separator = ',';
            }
        }
        out.append(separator == ',' ? "} " : " ");
        if (value == Math.rint(value) && Math.abs(value) < INTEGERS_BELOW) {
            out.append((long) value);
        } else {
            out.append(Double.isInfinite(value) ? (value > 0 ? "+Inf" : "-Inf") : Double.toString(value));
        }
        out.append('\n');
    }

    private static String escaped(String value) {
        boolean plain = value.indexOf('\\') < 0 && value.indexOf('"') < 0 && value.indexOf('\n') < 0;
        return plain ? value : value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
