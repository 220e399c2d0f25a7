package dev.sluice.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.exporter.metrics.NativeFamilies;
import dev.sluice.exporter.slurm.decode.CapturedMetrics;
import dev.sluice.exporter.slurm.decode.CapturedMetrics.Sample;
import dev.sluice.exporter.truth.Exposed;
import dev.sluice.fixtures.Capture;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    void rowIsTrueOfTheCapture(Comparison row) throws IOException {
        List<Sample> ours = ours();
        List<Sample> natives = natives();
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

    private static double sum(List<Sample> samples, String terms, Map<String, String> also) {
        double sum = 0;
        for (MatchResult term : TERM.matcher(terms).results().toList()) {
            assertThat(samples).as("samples").anyMatch(sample -> sample.family().equals(term.group(1)));
            Map<String, Pattern> wanted = wanted(term.group(2) == null ? "" : term.group(2));
            also.forEach((label, value) -> wanted.put(label, Pattern.compile(Pattern.quote(value))));
            for (Sample sample : samples) {
                if (sample.family().equals(term.group(1)) && matches(sample, wanted)) {
                    sum += sample.value();
                }
            }
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

    private static boolean matches(Sample sample, Map<String, Pattern> wanted) {
        return wanted.entrySet().stream()
                .allMatch(label -> label.getValue()
                        .matcher(sample.labels().getOrDefault(label.getKey(), ""))
                        .matches());
    }

    private static List<String> values(List<Sample> samples, String label) {
        return samples.stream()
                .flatMap(sample -> Stream.ofNullable(sample.labels().get(label)))
                .distinct()
                .sorted()
                .toList();
    }

    /** The golden exposition of the same capture contains the sdiag metrics. */
    private static List<Sample> ours() throws IOException {
        List<Sample> samples = new ArrayList<>(CapturedMetrics.of("26.05", "v0.0.45"));
        Path golden = GoldenFile.repositoryRoot().resolve("exporter/src/test/resources/golden/metrics-26.05.txt");
        parse(Files.readString(golden)).stream()
                .filter(sample -> sample.family().startsWith("slurm_diag_"))
                .forEach(samples::add);
        return samples;
    }

    private static List<Sample> natives() {
        List<Sample> samples = new ArrayList<>();
        for (String endpoint : NativeFamilies.ENDPOINTS) {
            samples.addAll(parse(Capture.of("26.05").text("openmetrics/" + endpoint + ".txt")));
        }
        return samples;
    }

    private static List<Sample> parse(String exposition) {
        List<Sample> samples = new ArrayList<>();
        Exposed.parse(exposition)
                .samples()
                .forEach((series, value) -> samples.add(new Sample(series.family(), series.labels(), value)));
        return samples;
    }
}
