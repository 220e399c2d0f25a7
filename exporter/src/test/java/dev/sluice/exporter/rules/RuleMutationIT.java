package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the unit tests of alerts detect errors. The test inserts every error of {@link Mutant} into each alert,
 * and promtool must fail for each error. The test runs only if {@code SLUICE_PROMTOOL} contains the path of promtool.
 */
@Execution(ExecutionMode.CONCURRENT)
class RuleMutationIT {

    private static final String VARIABLE = "SLUICE_PROMTOOL";
    private static final ObjectMapper JSON = new ObjectMapper();
    /** The start of promtool's message for an unmet expectation. */
    private static final Pattern FAILED = Pattern.compile("alertname: (\\w+), time: ");

    @TempDir
    private Path folder;

    @BeforeAll
    static void skipWithoutPromtool() {
        assumeTrue(!promtool().isEmpty(), "skipped: " + VARIABLE + " does not say where promtool is");
    }

    private static String promtool() {
        String named = System.getenv(VARIABLE);
        return named == null ? "" : named;
    }

    static List<Rule> alerts() {
        return RuleFiles.alerts();
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void testsNoticeEveryMutant(Rule alert) throws Exception {
        // One promtool process evaluates the alert and all its mutants, each with its own name.
        Map<String, Mutant> mutants = new LinkedHashMap<>();
        Mutant.of(alert).forEach(mutant -> mutants.put(alert.name() + "Mutant" + mutants.size(), mutant));
        List<Rule> alerts = new ArrayList<>(List.of(alert));
        mutants.forEach((name, mutant) -> alerts.add(mutant.rule().withName(name)));

        Set<String> failed = failedAlerts(alert, alerts);

        assertThat(failed).as("the alert as it is").doesNotContain(alert.name());
        assertThat(mutants).isNotEmpty();
        mutants.keySet().removeAll(failed);
        assertThat(mutants.values()).as("mutants that no test notices").isEmpty();
    }

    /**
     * Runs all tests of an alert for the alert and its mutants. Some tests load the recording rules, and others have the
     * recorded series as input. Returns the names of the alerts with a failed test.
     */
    private Set<String> failedAlerts(Rule alert, List<Rule> alertAndMutants) throws IOException, InterruptedException {
        List<String> names = alertAndMutants.stream().map(Rule::name).toList();
        Set<String> failed = new LinkedHashSet<>();
        int files = 0;
        for (Path tests : RuleTestFiles.files()) {
            Map<String, Object> own = RuleTestFiles.ofAlert(tests, alert.name(), names);
            if (!own.isEmpty()) {
                List<String> loaded = RuleTestFiles.ruleFiles(tests);
                List<Rule> rules = needed(alert).stream()
                        .filter(rule -> loaded.contains("../" + rule.file() + ".yml"))
                        .collect(Collectors.toCollection(ArrayList::new));
                rules.addAll(alertAndMutants);
                write("rules.yml", Map.of("groups", List.of(Map.of("name", "mutants", "rules", json(rules)))));
                own.put("rule_files", List.of("rules.yml"));
                failed.addAll(failedAlerts(write("test" + files++ + ".yml", own)));
            }
        }
        assertThat(files).as("files with tests of " + alert).isPositive();
        return failed;
    }

    private Set<String> failedAlerts(Path test) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(promtool(), "test", "rules", test.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int exit = process.waitFor();
        String said = Files.readString(output, StandardCharsets.UTF_8);
        Set<String> failed = FAILED.matcher(said)
                .results()
                .map(failure -> failure.group(1))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        // If promtool fails for a reason other than an unmet expectation, the generated file has an error.
        assertThat(failed.isEmpty()).as(said).isEqualTo(exit == 0);
        assertThat(said).doesNotContain("parse error").doesNotContain("err:");
        return failed;
    }

    /** promtool reads YAML, and JSON is valid YAML. */
    private Path write(String name, Map<String, Object> document) throws IOException {
        Path file = folder.resolve(name);
        JSON.writeValue(file.toFile(), document);
        return file;
    }

    /** Returns the recording rules that an alert needs, in the order of their dependencies. */
    private static Set<Rule> needed(Rule alert) {
        Set<Rule> needed = new LinkedHashSet<>();
        PromQl.series(alert.expression())
                .forEach(name -> RuleFiles.all().stream()
                        .filter(rule -> rule.recording() && rule.name().equals(name))
                        .forEach(rule -> {
                            needed.addAll(needed(rule));
                            needed.add(rule);
                        }));
        return needed;
    }

    private static List<Map<String, Object>> json(List<Rule> rules) {
        return rules.stream().map(RuleMutationIT::json).toList();
    }

    private static Map<String, Object> json(Rule rule) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(rule.recording() ? "record" : "alert", rule.name());
        json.put("expr", rule.expression());
        if (!rule.hold().isEmpty()) {
            json.put("for", rule.hold());
        }
        if (!rule.keep().isEmpty()) {
            json.put("keep_firing_for", rule.keep());
        }
        json.put("labels", rule.labels());
        if (!rule.recording()) {
            json.put("annotations", rule.annotations());
        }
        return json;
    }
}
