package dev.sluice.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.metrics.NativeFamilies;
import dev.sluice.exporter.slurm.CapturedMetrics;
import dev.sluice.exporter.slurm.CapturedMetrics.Sample;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds every row of docs/deviations-from-native.md against what slurmctld and slurmrestd said at the same instant. */
class NativeComparisonTest {

    private static final List<String> HEADER = List.of("ours", "native", "relation", "captured", "why");
    private static final Pattern TERM = Pattern.compile("`([a-z0-9_]+)(?:\\{([^}]*)\\})?`");
    private static final Pattern MATCHER = Pattern.compile("([a-z_]+)(=~|=)\"([^\"]*)\"");
    private static final Pattern RELATION = Pattern.compile("(equal|bytes|differs)(?: per (partition|user|account))?");
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
        List<Sample> ours = CapturedMetrics.of("26.05", "v0.0.45");
        List<Sample> natives = natives();
        Matcher relation = RELATION.matcher(row.relation());
        assertThat(relation.matches()).as(row.relation()).isTrue();

        long our = sum(ours, row.ours(), Map.of());
        long their = sum(natives, row.nativeSide(), Map.of());

        assertThat(row.captured()).isEqualTo("%,d / %,d".formatted(our, their));
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

    private static void hold(String relation, long our, long their) {
        switch (relation) {
            case "equal" -> assertThat(our).isEqualTo(their);
            case "bytes" -> assertThat(our).isEqualTo(their * MEBIBYTE);
            default -> assertThat(our).isNotEqualTo(their);
        }
    }

    private static long sum(List<Sample> samples, String terms, Map<String, String> also) {
        long sum = 0;
        for (MatchResult term : TERM.matcher(terms).results().toList()) {
            assertThat(samples).as("samples").anyMatch(sample -> sample.family().equals(term.group(1)));
            Map<String, Pattern> wanted = wanted(term.group(2) == null ? "" : term.group(2));
            also.forEach((label, value) -> wanted.put(label, Pattern.compile(Pattern.quote(value))));
            for (Sample sample : samples) {
                if (sample.family().equals(term.group(1)) && matches(sample, wanted)) {
                    sum += (long) sample.value();
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

    private static List<Sample> natives() {
        Pattern line = Pattern.compile("([a-z0-9_]+)(?:\\{(.*)\\})? ([0-9.]+)");
        List<Sample> samples = new ArrayList<>();
        for (String endpoint : NativeFamilies.ENDPOINTS) {
            Capture.of("26.05").text("openmetrics/" + endpoint + ".txt").lines().forEach(text -> {
                Matcher sample = line.matcher(text.strip());
                if (sample.matches()) {
                    samples.add(new Sample(
                            sample.group(1),
                            labels(sample.group(2) == null ? "" : sample.group(2)),
                            Double.parseDouble(sample.group(3))));
                }
            });
        }
        return samples;
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new TreeMap<>();
        MATCHER.matcher(text).results().forEach(label -> labels.put(label.group(1), label.group(3)));
        return labels;
    }
}
