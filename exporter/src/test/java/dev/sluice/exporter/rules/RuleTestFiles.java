package dev.sluice.exporter.rules;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The promtool tests in {@code alerts/tests/}. */
final class RuleTestFiles {

    private static final Path FOLDER = RuleFiles.FOLDER.resolve("tests");

    private RuleTestFiles() {}

    /**
     * The expectation of a test for an alert at one time.
     *
     * @param alert name of the alert
     * @param firing true if the alert should fire
     */
    record Expectation(String alert, boolean firing) {}

    static List<Path> files() {
        try (Stream<Path> files = Files.list(GoldenFile.repositoryRoot().resolve(FOLDER))) {
            return files.filter(file -> file.toString().endsWith("_test.yml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the paths of the rule files that a test file loads, relative to the test file. */
    static List<String> ruleFiles(Path file) {
        return Yaml.read(file).items("rule_files").stream()
                .map(item -> String.valueOf(item.value()))
                .toList();
    }

    /** Returns all expectations for alerts. */
    static List<Expectation> expectations() {
        List<Expectation> expectations = new ArrayList<>();
        for (Path file : files()) {
            for (Yaml test : Yaml.read(file).items("tests")) {
                for (Yaml expected : test.items("alert_rule_test")) {
                    boolean firing = !expected.items("exp_alerts").isEmpty();
                    expectations.add(new Expectation(expected.text("alertname"), firing));
                }
            }
        }
        return expectations;
    }

    /**
     * Returns a test file with only the tests of one alert, and with the same tests for each of the given names. The
     * result can be written to a file; empty if the file has no test of this alert.
     */
    static Map<String, Object> ofAlert(Path file, String alert, List<String> names) {
        Yaml document = Yaml.read(file);
        List<Object> tests = new ArrayList<>();
        for (Yaml test : document.items("tests")) {
            List<Object> own = test.items("alert_rule_test").stream()
                    .filter(expected -> expected.text("alertname").equals(alert))
                    .flatMap(expected -> names.stream().map(name -> named(expected, name)))
                    .toList();
            if (!own.isEmpty()) {
                Map<String, Object> copy = test.members();
                copy.remove("promql_expr_test");
                copy.put("alert_rule_test", own);
                tests.add(copy);
            }
        }
        Map<String, Object> copy = document.members();
        copy.put("tests", tests);
        return tests.isEmpty() ? Map.of() : copy;
    }

    private static Object named(Yaml expected, String alert) {
        Map<String, Object> copy = expected.members();
        copy.put("alertname", alert);
        return copy;
    }

    /** Returns every expression for which a test expects values. */
    static List<String> expressionsWithValues() {
        List<String> expressions = new ArrayList<>();
        for (Path file : files()) {
            for (Yaml test : Yaml.read(file).items("tests")) {
                for (Yaml expected : test.items("promql_expr_test")) {
                    if (!expected.items("exp_samples").isEmpty()) {
                        expressions.add(expected.text("expr"));
                    }
                }
            }
        }
        return expressions;
    }
}
