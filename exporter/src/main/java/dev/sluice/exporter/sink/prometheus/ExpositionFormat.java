package dev.sluice.exporter.sink.prometheus;

import dev.sluice.exporter.metrics.MetricFamily;
import java.util.Comparator;
import java.util.List;

/** The formats of /metrics. Sample lines are the same bytes in both; headers and the end differ. */
enum ExpositionFormat {
    /** Prometheus text format 0.0.4. */
    TEXT("text/plain; version=0.0.4; charset=utf-8", "") {
        @Override
        String header(MetricFamily family) {
            String help = family.help().replace("\\", "\\\\").replace("\n", "\\n");
            String type = switch (family.type()) {
                case GAUGE, INFO -> "gauge";
                case COUNTER -> "counter";
                case HISTOGRAM -> "histogram";
            };
            return "# HELP " + family.name() + ' ' + help + "\n# TYPE " + family.name() + ' ' + type + '\n';
        }
    },
    /** OpenMetrics 1.0.0. */
    OPENMETRICS("application/openmetrics-text; version=1.0.0; charset=utf-8", "# EOF\n") {
        @Override
        String header(MetricFamily family) {
            String name = openMetricsName(family);
            String help =
                    family.help().replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\"");
            String type = switch (family.type()) {
                case GAUGE -> "gauge";
                case COUNTER -> "counter";
                case INFO -> "info";
                case HISTOGRAM -> "histogram";
            };
            String unit = family.unit().isEmpty() ? "" : "# UNIT " + name + ' ' + family.unit() + '\n';
            return "# TYPE " + name + ' ' + type + '\n' + unit + "# HELP " + name + ' ' + help + '\n';
        }
    };

    private final String contentType;
    private final String end;

    ExpositionFormat(String contentType, String end) {
        this.contentType = contentType;
        this.end = end;
    }

    /** The lines that stand before a family's samples. */
    abstract String header(MetricFamily family);

    String contentType() {
        return contentType;
    }

    /** What stands after the last family. */
    String end() {
        return end;
    }

    /** The family's name where the type implies the suffix. */
    static String openMetricsName(MetricFamily family) {
        return switch (family.type()) {
            case GAUGE, HISTOGRAM -> family.name();
            case COUNTER -> withoutSuffix(family, "_total");
            case INFO -> withoutSuffix(family, "_info");
        };
    }

    /**
     * The format that the client likes best: the first of those with the highest q. Text where it names none that we
     * have, because a scrape in the wrong format still says more than an error.
     *
     * @param accept values of the Accept headers
     */
    static ExpositionFormat preferredBy(List<String> accept) {
        return Preference.parse(accept).stream()
                .filter(preference -> preference.quality() > 0)
                .filter(preference -> isOpenMetrics(preference) || isText(preference))
                .max(Comparator.comparingDouble(Preference::quality))
                .map(preference -> isOpenMetrics(preference) ? OPENMETRICS : TEXT)
                .orElse(TEXT);
    }

    private static boolean isOpenMetrics(Preference preference) {
        return preference.value().equals("application/openmetrics-text") && hasVersion(preference, "1.0.0");
    }

    private static boolean isText(Preference preference) {
        return switch (preference.value()) {
            case "text/plain" -> hasVersion(preference, "0.0.4");
            case "text/*", "*/*" -> true;
            default -> false;
        };
    }

    private static boolean hasVersion(Preference preference, String version) {
        return preference.parameters().getOrDefault("version", version).equals(version);
    }

    private static String withoutSuffix(MetricFamily family, String suffix) {
        if (!family.name().endsWith(suffix)) {
            throw new IllegalArgumentException(
                    "%s is of type %s but does not end in %s".formatted(family.name(), family.type(), suffix));
        }
        return family.name().substring(0, family.name().length() - suffix.length());
    }
}
