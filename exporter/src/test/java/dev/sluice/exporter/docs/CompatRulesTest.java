package dev.sluice.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the rules in alerts/compat use existing metrics. promtool tests the rules with the golden exposition. */
class CompatRulesTest {

    private static final Path COMPAT = GoldenFile.repositoryRoot().resolve("alerts/compat");
    private static final Set<String> FAMILIES =
            MetricCatalog.families().stream().map(MetricFamily::name).collect(Collectors.toSet());
    private static final Pattern METRIC = Pattern.compile("\\((slurm_\\w+)");
    private static final Pattern INPUT = Pattern.compile("- series: '(.*)'\\n +values: '(.*)'");

    @ParameterizedTest
    @ValueSource(strings = {"native", "slinky", "vpenso", "rivos", "sckyzo", "soperator"})
    void rulesReadFamiliesOfTheCatalogue(String file) throws IOException {
        Set<String> read = METRIC.matcher(Files.readString(COMPAT.resolve(file + ".yml")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());

        assertThat(read).isNotEmpty().isSubsetOf(FAMILIES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "slinky", "vpenso", "rivos", "sckyzo", "soperator"})
    void inputOfTheTestsIsWhatIsServed(String file) throws IOException {
        Set<String> served = Files.readAllLines(
                        GoldenFile.repositoryRoot().resolve("exporter/src/test/resources/golden/metrics-26.05.txt"))
                .stream()
                .map(CompatRulesTest::wholeNumber)
                .collect(Collectors.toSet());
        List<String> input = new ArrayList<>();
        Matcher matcher = INPUT.matcher(Files.readString(COMPAT.resolve("tests/" + file + ".yml")));
        while (matcher.find()) {
            input.add(wholeNumber(matcher.group(1) + " " + matcher.group(2)));
        }

        assertThat(input).isNotEmpty().isSubsetOf(served);
    }

    /** The names in the queries of the exporter's own boards. slurmctld's names are in native.yml. */
    @ParameterizedTest
    @CsvSource({"sckyzo, 90, 112", "soperator, 21, 40"})
    void boardsOfTheExporterHaveDataOrTheNameIsListedAsMissing(String file, int answered, int all) throws IOException {
        List<String> queried = Files.readAllLines(COMPAT.resolve("tests/" + file + "-boards.txt"));
        String rules = Files.readString(COMPAT.resolve(file + ".yml")) + Files.readString(COMPAT.resolve("native.yml"));
        String missing = Files.readString(COMPAT.resolve("README.md"));
        List<String> listed = Pattern.compile("`(slurm_\\w+_)\\*`")
                .matcher(missing)
                .results()
                .map(match -> match.group(1))
                .toList();

        List<String> silent = queried.stream()
                .filter(name -> !rules.contains("record: " + name + "\n"))
                .filter(name -> !FAMILIES.contains(name) || missing.contains("`" + name + "`"))
                .toList();

        assertThat(queried).hasSize(all);
        assertThat(silent)
                .hasSize(all - answered)
                .allMatch(name ->
                        missing.contains("`" + name + "`") || listed.stream().anyMatch(name::startsWith));
    }

    /** The same number can be written in several ways. */
    private static String wholeNumber(String sample) {
        int space = sample.lastIndexOf(' ');
        return sample.startsWith("#") ? sample : sample.substring(0, space) + " " + value(sample.substring(space + 1));
    }

    private static double value(String text) {
        return Double.parseDouble(text.replace("+Inf", "Infinity"));
    }
}
