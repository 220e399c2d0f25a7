package dev.sluice.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.exporter.CapturedSamples;
import dev.sluice.exporter.metrics.NativeFamilies;
import dev.sluice.exporter.truth.Exposed;
import dev.sluice.exporter.truth.tool.Series;
import dev.sluice.fixtures.Capture;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks every row of docs/deviations-from-native.md with data that slurmctld and slurmrestd sent at the same time. */
class NativeComparisonTest {

    private static final List<String> HEADER = List.of("ours", "native", "relation", "captured", "why");
    private static final Pattern TERM = Pattern.compile("`([a-z0-9_]+)(?:\\{([^}]*)\\})?`");
    private static final Pattern MATCHER = Pattern.compile("([a-z_]+)(=~|=)\"([^\"]*)\"");
    private static final Pattern RELATION =
            Pattern.compile("(equal|bytes|microseconds|differs)(?: per (partition|user|account))?");
    private static final long MEBIBYTE = 1L << 20;

    record Comparison(String ours, String nativeSide, String relation, String captured) {}

    static Stream<Arguments> rows() {
        return Document.read(Path.of("docs/deviations-from-native.md")).rows(HEADER).stream()
                .map(cells -> new Comparison(cells.get(0), cells.get(1), cells.get(2), cells.get(3)))
                .map(row -> Arguments.argumentSet(row.ours() + " and " + row.nativeSide(), row));
    }

    @Test
    void pageComparesEverySideOfThePicture() {
        assertThat(rows()).hasSizeGreaterThan(40);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void rowIsTrueOfTheCapture(Comparison row) throws Exception {
        SortedMap<Series, Double> ours = Exposed.parse(CapturedSamples.text()).samples();
        SortedMap<Series, Double> natives = natives();
        Matcher relation = RELATION.matcher(row.relation());
        assertThat(relation.matches()).as(row.relation()).isTrue();

        double our = sum(ours, row.ours(), Map.of());
        double their = sum(natives, row.nativeSide(), Map.of());

        assertThat(row.captured()).isEqualTo(text(our) + " / " + text(their));
        hold(relation.group(1), our, their);
        if (relation.group(2) != null) {
            String label = relation.group(2);
            String nativeLabel = label.equals("user") ? "username" : label;
            for (String value : values(ours, label)) {
                hold(
                        relation.group(1),
                        sum(ours, row.ours(), Map.of(label, value)),
                        sum(natives, row.nativeSide(), Map.of(nativeLabel, value)));
            }
        }
    }

    private static String text(double number) {
        return number == Math.rint(number)
                ? "%,d".formatted((long) number)
                : BigDecimal.valueOf(number)
                        .setScale(6, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString();
    }

    private static void hold(String relation, double our, double their) {
        switch (relation) {
            case "equal" -> assertThat(our).isEqualTo(their);
            case "bytes" -> assertThat(our).isEqualTo(their * MEBIBYTE);
            case "microseconds" -> assertThat(our * 1e6).isCloseTo(their, within(0.5));
            default -> assertThat(our).isNotEqualTo(their);
        }
    }

    private static double sum(Map<Series, Double> samples, String terms, Map<String, String> also) {
        double sum = 0;
        for (MatchResult term : TERM.matcher(terms).results().toList()) {
            assertThat(samples.keySet())
                    .as("samples")
                    .anyMatch(series -> series.family().equals(term.group(1)));
            Map<String, Pattern> wanted = wanted(term.group(2) == null ? "" : term.group(2));
            also.forEach((label, value) -> wanted.put(label, Pattern.compile(Pattern.quote(value))));
            sum += samples.entrySet().stream()
                    .filter(sample -> sample.getKey().family().equals(term.group(1)))
                    .filter(sample -> matches(sample.getKey(), wanted))
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
        }
        return sum;
    }

    private static Map<String, Pattern> wanted(String matchers) {
        Map<String, Pattern> wanted = new LinkedHashMap<>();
        MATCHER.matcher(matchers).results().forEach(matcher -> {
            boolean regex = matcher.group(2).equals("=~");
            wanted.put(matcher.group(1), Pattern.compile(regex ? matcher.group(3) : Pattern.quote(matcher.group(3))));
        });
        return wanted;
    }

    private static boolean matches(Series series, Map<String, Pattern> wanted) {
        return wanted.entrySet().stream()
                .allMatch(label -> label.getValue()
                        .matcher(series.labels().getOrDefault(label.getKey(), ""))
                        .matches());
    }

    private static List<String> values(Map<Series, Double> samples, String label) {
        return samples.keySet().stream()
                .flatMap(series -> Stream.ofNullable(series.labels().get(label)))
                .distinct()
                .sorted()
                .toList();
    }

    private static SortedMap<Series, Double> natives() {
        SortedMap<Series, Double> samples = new TreeMap<>();
        for (String endpoint : NativeFamilies.ENDPOINTS) {
            samples.putAll(Exposed.parse(Capture.of("26.05").text("openmetrics/" + endpoint + ".txt"))
                    .samples());
        }
        return samples;
    }
}
