package dev.sluice.adapter.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.AdapterConfig;
import dev.sluice.adapter.api.Target;
import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.demand.ReadFailure;
import dev.sluice.adapter.metrics.LabelValues;
import dev.sluice.adapter.metrics.Metric;
import dev.sluice.adapter.metrics.MetricLookup;
import dev.sluice.adapter.server.AdapterMetrics;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Tests that docs/autoscaler-adapter.md is correct. */
class AdapterDocsTest {

    private static final List<OptionSpec> OPTIONS =
            CommandSpec.forAnnotatedObject(new AdapterConfig()).options();

    private final String document = read();

    private static String read() {
        try {
            return Files.readString(GoldenFile.repositoryRoot().resolve("docs/autoscaler-adapter.md"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void everyFlagIsThereInTheOrderOfTheHelp() {
        assertThat(found("(?m)^\\| `(--[a-z-]+)`"))
                .containsExactlyElementsOf(OPTIONS.stream()
                        .map(OptionSpec::longestName)
                        .filter(flag -> !flag.equals("--check"))
                        .toList());
    }

    @Test
    void defaultsAreThoseOfTheHelp() {
        for (OptionSpec option : OPTIONS) {
            Pattern.compile("Default: ([^ ]+)\\.$")
                    .matcher(String.join("", option.description()))
                    .results()
                    .forEach(value -> assertThat(document)
                            .contains("| `" + option.longestName() + "` | `" + value.group(1) + "` |"));
        }
    }

    @Test
    void everyMetricAndKindOfFailureIsThere() {
        MetricLookup lookup = new MetricLookup(() -> new Demand(List.of(), List.of()), Map.of(), BigDecimal.ZERO);
        AdapterMetrics metrics = new AdapterMetrics(List.of("a"), () -> new Demand(List.of(), List.of()), lookup, "1");
        metrics.kedaAnswered("IsActive", "OK");
        metrics.requestAnswered("discovery", 200, Duration.ofMillis(1));
        String exposed = metrics.encode("").body();

        assertThat(new TreeSet<>(found("`adapter: (sluice_adapter_[a-z_]+)`")))
                .containsAll(Pattern.compile("(?m)^# HELP (\\S+)")
                        .matcher(exposed)
                        .results()
                        .map(name -> name.group(1))
                        .toList())
                .hasSize(14);
        for (ReadFailure.Kind kind : ReadFailure.Kind.values()) {
            assertThat(document).contains("`" + kind.label() + "`");
        }
        for (Metric metric : Metric.values()) {
            assertThat(document).contains(metric.metricName() + "`");
        }
    }

    @Test
    void everyPathThatIsShownLeadsToValues() {
        List<String> paths = found("(/apis/[a-z.0-9]+/v[0-9a-z]+/namespaces/[^'\\s]+)");

        assertThat(paths)
                .hasSize(3)
                .allSatisfy(path -> assertThat(Target.of(URI.create(path).getPath()))
                        .isInstanceOfAny(Target.External.class, Target.OfObject.class));
    }

    /** Returns the value that the shell commands in the document print. */
    @Test
    void theShellMakesTheSameLabelValue() {
        assertThat(document).contains("name='gpu:a100'");
        assertThat(LabelValues.of("gpu:a100")).isEqualTo("gpu_a100--413a0ea25604d113");
    }

    private List<String> found(String pattern) {
        return Pattern.compile(pattern)
                .matcher(document)
                .results()
                .map(match -> match.group(1))
                .toList();
    }
}
