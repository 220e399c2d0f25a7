package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.common.protobuf.ProtobufWriter;
import dev.sluice.exporter.metrics.family.MetricFamily;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The formats of /metrics. The two text formats have identical sample lines, but different headers and endings. */
enum ExpositionFormat {
    TEXT("text/plain; version=0.0.4; charset=utf-8", SampleForm.LINES, "") {
        @Override
        byte[] header(MetricFamily family) {
            String help = family.help().replace("\\", "\\\\").replace("\n", "\\n");
            String type = switch (family.type()) {
                case GAUGE, INFO -> "gauge";
                case COUNTER -> "counter";
                case HISTOGRAM -> "histogram";
            };
            return utf8("# HELP " + family.name() + ' ' + help + "\n# TYPE " + family.name() + ' ' + type + '\n');
        }
    },
    OPENMETRICS("application/openmetrics-text; version=1.0.0; charset=utf-8", SampleForm.LINES, "# EOF\n") {
        @Override
        byte[] header(MetricFamily family) {
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
            return utf8("# TYPE " + name + ' ' + type + '\n' + unit + "# HELP " + name + ' ' + help + '\n');
        }
    },
    /**
     * Prometheus protobuf: a sequence of {@code MetricFamily} messages of metrics.proto
     * (github.com/prometheus/client_model). The length of each message precedes the message.
     */
    PROTOBUF(
            "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited",
            SampleForm.MESSAGES,
            "") {
        @Override
        byte[] header(MetricFamily family) {
            int type = switch (family.type()) {
                case COUNTER -> 0;
                case GAUGE, INFO -> 1;
                case HISTOGRAM -> 4;
            };
            var header = new ProtobufWriter();
            header.text(1, family.name());
            header.text(2, family.help());
            header.number(3, type);
            if (!family.unit().isEmpty()) {
                header.text(5, family.unit());
            }
            return header.toBytes();
        }

        @Override
        Optional<Fragment> start(List<Fragment> ofFamily) {
            var start = new ProtobufWriter();
            start.varint(ofFamily.stream().mapToLong(Fragment::plainLength).sum());
            return Optional.of(Fragment.stored(start.toBytes()));
        }
    };

    private final String contentType;
    private final SampleForm sampleForm;
    private final String end;

    ExpositionFormat(String contentType, SampleForm sampleForm, String end) {
        this.contentType = contentType;
        this.sampleForm = sampleForm;
        this.end = end;
    }

    /** Returns the header of a family. The header precedes the samples of the family. */
    abstract byte[] header(MetricFamily family);

    /** Returns the start of a family, including the header. */
    Optional<Fragment> start(List<Fragment> ofFamily) {
        return Optional.empty();
    }

    String contentType() {
        return contentType;
    }

    SampleForm sampleForm() {
        return sampleForm;
    }

    /** Returns the text after the last family. */
    String end() {
        return end;
    }

    /** Returns the family's name without the suffix that its type implies. */
    static String openMetricsName(MetricFamily family) {
        return switch (family.type()) {
            case GAUGE, HISTOGRAM -> family.name();
            case COUNTER -> withoutSuffix(family, "_total");
            case INFO -> withoutSuffix(family, "_info");
        };
    }

    /**
     * Returns the format that the client prefers: the first supported format with the highest q. If no format is
     * supported, returns text, because a scrape in the wrong format is more useful than an error.
     *
     * @param accept values of the Accept headers
     */
    static ExpositionFormat preferredBy(List<String> accept) {
        return Preference.parse(accept).stream()
                .filter(preference -> preference.quality() > 0)
                .filter(preference -> named(preference).isPresent())
                .max(Comparator.comparingDouble(Preference::quality))
                .flatMap(ExpositionFormat::named)
                .orElse(TEXT);
    }

    private static Optional<ExpositionFormat> named(Preference preference) {
        if (isProtobuf(preference)) {
            return Optional.of(PROTOBUF);
        }
        if (isOpenMetrics(preference)) {
            return Optional.of(OPENMETRICS);
        }
        return isText(preference) ? Optional.of(TEXT) : Optional.empty();
    }

    /** Without these parameters, the media type does not determine the message and its framing. */
    private static boolean isProtobuf(Preference preference) {
        return preference.value().equals("application/vnd.google.protobuf")
                && "io.prometheus.client.MetricFamily"
                        .equals(preference.parameters().get("proto"))
                && "delimited".equals(preference.parameters().get("encoding"));
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

    private static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }

    private static String withoutSuffix(MetricFamily family, String suffix) {
        if (!family.name().endsWith(suffix)) {
            throw new IllegalArgumentException(
                    "%s is of type %s but does not end in %s".formatted(family.name(), family.type(), suffix));
        }
        return family.name().substring(0, family.name().length() - suffix.length());
    }
}
