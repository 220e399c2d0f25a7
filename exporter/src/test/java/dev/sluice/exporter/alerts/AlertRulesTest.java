package dev.sluice.exporter.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.exporter.config.ConfigException;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlertRulesTest {

    private static final Path FOLDER = GoldenFile.repositoryRoot().resolve("alerts");
    private static final Pattern SUMMARY = Pattern.compile(" +summary: \"?(.*?)\"?");
    private static final Pattern LABEL = Pattern.compile("\\{\\{ \\$labels\\.(\\w+) }}");

    private static AlertRules rules() throws IOException {
        return AlertRules.in(FOLDER);
    }

    private static AlertRules.Rendered rendered(String config) throws IOException {
        try {
            return rules().with("my.yaml", config, AlertsFormat.PROMETHEUS);
        } catch (ConfigException e) {
            throw new AssertionError(e);
        }
    }

    private static String committed(String file) throws IOException {
        return Files.readString(FOLDER.resolve(file));
    }

    /** Compares a rule file with the committed file, and returns the new lines. */
    private static List<String> newLines(AlertRules.Rendered rendered, String file) throws IOException {
        List<String> before = committed(file).lines().toList();
        return String.valueOf(rendered.files().get(file))
                .lines()
                .filter(line -> !before.contains(line))
                .toList();
    }

    @Test
    void configFileHasEveryParameterWithItsDefault() throws IOException {
        GoldenFile.at(Path.of("alerts/config.yaml")).matches(defaults(rules()));
    }

    /** Returns the default configuration; every parameter is set. */
    private static String defaults(AlertRules rules) {
        StringBuilder text = new StringBuilder("""
                # Parameters of the rules in this folder, with their defaults. In a copy keep what you change:
                #   ./sluice alerts --config my-alerts.yaml --out my-rules
                # Every rule can be left out (enabled: false). A rule on partitions can differ in some:
                #   SlurmPartitionDegraded:
                #     partitions:
                #       debug: {enabled: false}
                #       long: {ratio: 0.5}
                # Objectives for waits can differ by partition, QOS and account; what a QOS or account does not set is as below:
                #   waits:
                #     partitions:
                #       debug: {within: 10m, percent: 99}
                #     qos:
                #       urgent: {within: 30m, percent: 99}
                #       scavenger: {enabled: false}
                #     accounts:
                #       physics: {within: 1h}
                """);
        text.append("\nobjectives:\n");
        Map<String, Map<String, String>> objectives = new TreeMap<>();
        rules.files().stream()
                .flatMap(file -> file.rules().stream())
                .forEach(rule -> rule.parameters().forEach((key, value) -> {
                    int dot = key.indexOf('.');
                    if (dot > 0) {
                        objectives
                                .computeIfAbsent(key.substring(0, dot), unused -> new LinkedHashMap<>())
                                .put(key.substring(dot + 1), value);
                    }
                }));
        objectives.forEach((name, values) -> section(text, name, values));
        text.append("\nrules:\n");
        for (RuleFile file : rules.files()) {
            text.append("  # ").append(file.name()).append(".yml").append('\n');
            for (RuleBlock rule : file.rules()) {
                Map<String, String> own = new LinkedHashMap<>(rule.parameters());
                own.keySet().removeIf(key -> key.contains("."));
                if (!own.isEmpty() && !own.equals(Map.of("severity", "none"))) {
                    if (rule.alert()) {
                        text.append("  # ").append(summary(rule)).append('\n');
                    }
                    section(text, rule.name(), own);
                }
            }
        }
        return text.toString();
    }

    /** Returns the summary of an alert, with placeholders such as {@code CLUSTER} and {@code N%}. */
    private static String summary(RuleBlock alert) {
        String summary = alert.lines().stream()
                .map(SUMMARY::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .findFirst()
                .orElse("");
        return LABEL.matcher(summary)
                .replaceAll(label -> label.group(1).toUpperCase(Locale.ROOT))
                .replace("{{ $value | humanizePercentage }}", "N%")
                .replace("{{ $value | humanizeDuration }}", "TIME")
                .replace("{{ $value | humanize }}", "N")
                .replace("{{ $value }}", "N");
    }

    private static void section(StringBuilder text, String name, Map<String, String> values) {
        text.append("  ").append(name.contains(":") ? "\"" + name + "\"" : name).append(":\n");
        values.forEach((key, value) ->
                text.append("    ").append(key).append(": ").append(value).append('\n'));
    }

    @Test
    void defaultsAreTheCommittedFilesByteForByte() throws IOException {
        AlertRules.Rendered rendered = rendered(committed("config.yaml"));

        assertThat(rendered.changed()).isEmpty();
        assertThat(rendered.files()).hasSizeGreaterThan(8);
        for (Map.Entry<String, String> file : rendered.files().entrySet()) {
            assertThat(file.getValue()).isEqualTo(committed(file.getKey()));
        }
    }

    @Test
    void aThresholdChangesItsRuleAlone() throws IOException {
        AlertRules.Rendered rendered = rendered("""
                rules:
                  SlurmPartitionDegraded: {ratio: 0.4, for: 30m}
                """);

        assertThat(rendered.changed()).containsExactly("SlurmPartitionDegraded");
        assertThat(newLines(rendered, "nodes.yml"))
                .containsExactly(
                        "          cluster_partition:slurm_capacity_out_of_service_nodes:lost_ratio > 0.4  # config: ratio",
                        "            Changed in config.yaml: for 30m, ratio 0.4.");
        assertThat(rendered.files().entrySet().stream()
                        .filter(file -> !file.getKey().equals("nodes.yml"))
                        .map(Map.Entry::getValue))
                .allSatisfy(text -> assertThat(text).doesNotContain("Changed in"));
    }

    @Test
    void partitionsDifferWithoutASeriesInCommon() throws IOException {
        AlertRules.Rendered rendered = rendered("""
                rules:
                  SlurmJobStarving:
                    waitTime: 2h
                    partitions:
                      v1.5: {waitTime: 1d}
                      debug: {enabled: false}
                """);

        assertThat(rendered.files().get("queue.yml")).contains("""
                        expr: |
                          (
                            cluster_partition:slurm_queue_oldest_pending_seconds:startable{partition!~"debug|v1[.]5"} > 7200  # config: waitTime
                              and on (cluster, partition) cluster_partition:slurm_capacity_nodes:idle_ratio > 0.5  # config: idleRatio
                              unless on (cluster, partition) cluster_partition:slurm_capacity_nodes:maintenance
                          )
                          or
                          (
                            cluster_partition:slurm_queue_oldest_pending_seconds:startable{partition="v1.5"} > 86400  # config: waitTime
                              and on (cluster, partition) cluster_partition:slurm_capacity_nodes:idle_ratio > 0.5  # config: idleRatio
                              unless on (cluster, partition) cluster_partition:slurm_capacity_nodes:maintenance
                          )
                        for: 30m
                """);
    }

    @Test
    void anObjectiveOfAPartitionReachesItsSeriesAndItsAlerts() throws IOException {
        AlertRules.Rendered rendered = rendered("""
                objectives:
                  waits:
                    partitions:
                      debug: {within: 10m, percent: 99}
                """);

        assertThat(rendered.changed())
                .containsExactly(
                        "SlurmWaitObjectiveBurnFast",
                        "SlurmWaitObjectiveBurnSlow",
                        "cluster_partition:slurm_job_wait_seconds:slow_ratio_1h",
                        "cluster_partition:slurm_job_wait_seconds:slow_ratio_3d",
                        "cluster_partition:slurm_job_wait_seconds:slow_ratio_6h");
        assertThat(rendered.files().get("recording.yml"))
                .contains(
                        "slurm_job_wait_seconds_bucket{partition=\"debug\", \n",
                        "le=\"600.0\"  # config: waits.within");
        assertThat(rendered.files().get("jobs.yml"))
                .contains("cluster_partition:slurm_job_wait_seconds:slow_ratio_6h{partition=\"debug\"} > 5 * 0.01  #");
    }

    @Test
    void objectivesOfQosAndAccountsAreSeriesAndTheRestOfTheirValuesIsThatOfAllWaits() throws IOException {
        AlertRules.Rendered rendered = rendered("""
                objectives:
                  waits:
                    qos:
                      urgent: {within: 30m}
                      scavenger: {enabled: false}
                    accounts:
                      physics: {percent: 99}
                    within: 1h
                    percent: 95
                """);

        assertThat(rendered.changed()).contains("qos urgent", "qos scavenger", "account physics");
        assertThat(rendered.files().get("recording.yml")).endsWith("""

                  # Objectives of QOS and accounts, from config.yaml.
                  - name: sluice-recording-objectives
                    rules:
                      - record: account_le:slurm_job_wait_by_account_seconds:objective
                        expr: vector(0.01)
                        labels:
                          account: "physics"
                          le: "3600.0"
                      - record: qos_le:slurm_job_wait_seconds:objective
                        expr: vector(1)
                        labels:
                          qos: "scavenger"
                          le: "3600.0"
                      - record: qos_le:slurm_job_wait_seconds:objective
                        expr: vector(0.05)
                        labels:
                          qos: "urgent"
                          le: "1800.0"
                """);
        assertThat(rendered.files().get("jobs.yml")).doesNotContain("urgent");
    }

    @Test
    void anObjectiveOfAQosAloneChangesNoRule() throws IOException {
        AlertRules.Rendered rendered = rendered("objectives: {waits: {qos: {normal: {}}}, freshness: {percent: 99}}");

        assertThat(rendered.changed()).containsExactly("qos normal");
        assertThat(newLines(rendered, "recording.yml"))
                .contains("        expr: vector(0.1)", "          qos: \"normal\"", "          le: \"14400.0\"");
        assertThat(rendered.files().get("jobs.yml")).isEqualTo(committed("jobs.yml"));
    }

    @Test
    void aRuleIsLeftOut() throws IOException {
        AlertRules.Rendered rendered = rendered("rules: {SlurmNodeFlapping: {enabled: false}}");

        assertThat(rendered.files().get("nodes.yml"))
                .doesNotContain("SlurmNodeFlapping")
                .contains("SlurmNodesNotResponding");
    }

    @Test
    void mimirGetsANamespaceAndTheChartWhatDiffers() throws Exception {
        String config = "rules: {SlurmNodesUnavailable: {ratio: 0.2}}";

        assertThat(rules().with("my.yaml", config, AlertsFormat.MIMIR).files().get("gpus.yml"))
                .isEqualTo("namespace: sluice-gpus\n" + committed("gpus.yml"));
        assertThat(rules().with("my.yaml", config, AlertsFormat.HELM).files())
                .hasSize(1)
                .hasEntrySatisfying(
                        "values.yaml",
                        text -> assertThat(text)
                                .startsWith("rules:\n  files:\n    nodes: |\n      # Unavailable nodes.")
                                .contains("      groups:\n")
                                .doesNotContain("queue: |"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rules: {SlurmNodeFlaping: {for: 5m}}            | rules.SlurmNodeFlaping: unknown rule
            rules: {SlurmNodeFlap: {for: 5m}}               | did you mean SlurmNodeFlapping?
            rules: {SlurmNodeFlapping: {ratio: 0.5}}        | rules.SlurmNodeFlapping.ratio: unknown key; expected changesOver, enabled, for, severity
            rules: {SlurmNodeFlapping: {partitions: {}}}    | rules.SlurmNodeFlapping.partitions: unknown key
            rules: {SlurmNodesUnavailable: {ratio: 25}}     | expected a number above 0 and below 1, such as 0.25 for a quarter, got "25"
            rules: {SlurmNodesUnavailable: {for: 15}}       | expected a time from 1m to 4w with a unit
            rules: {SlurmDrainForgotten: {drainTime: 9y}}   | expected a time from 1m to 52w
            rules: {SlurmQueueStalled: {window: 1m}}        | expected a time from 5m to 4w
            rules: {SlurmJobsNodeFail: {jobsOver: 2.5}}     | expected a whole number
            rules: {SlurmJobsNodeFail: {severity: high}}    | expected critical, warning or info, got "high"
            rules: {SlurmJobsNodeFail: {enabled: 1}}        | expected true or false
            objectives: {waits: {within: 5h}}               | objectives.waits.within: expected a bucket bound of slurm_job_wait_seconds
            objectives: {waits: {percent: 100}}             | expected a number from 84 to 99.99
            objectives: {waits: {qos: {a: {within: 5h}}}}   | objectives.waits.qos.a.within: expected a bucket bound of slurm_job_wait_seconds
            objectives: {waits: {qos: {a: {for: 5m}}}}      | objectives.waits.qos.a.for: unknown key; expected enabled, percent, within
            objectives: {waits: {qos: {'a b': {}}}}         | objectives.waits.qos: "a b" is not a name
            objectives: {waits: {accounts: {a: {percent: 0.99}}}} | objectives.waits.accounts.a.percent: expected a number from 84
            objectives: {waits: {accounts: [physics]}}      | objectives.waits.accounts: expected keys with values
            objectives: {waits: {account: {}}}              | objectives.waits.account: unknown key; expected accounts, enabled, partitions, percent, qos, within
            objectives: {freshness: {qos: {}}}              | objectives.freshness.qos: unknown key; expected enabled, percent
            objectives: {speed: {percent: 99}}              | objectives.speed: unknown objective
            alerts: {}                                      | alerts: unknown key; expected rules, objectives
            rules: 3                                        | rules: expected keys with values
            """)
    void saysWhereAConfigurationIsWrong(String config, String message) throws IOException {
        assertThat(problems(config))
                .singleElement()
                .asString()
                .startsWith("my.yaml:1:")
                .contains(message);
    }

    @Test
    void listsAllThatIsWrong() throws IOException {
        String config = "rules:\n  SlurmJobStarving: {waitTime: soon, waitTime: 1h}\n  Nope: {}\n";

        assertThat(problems(config)).hasSize(3);
    }

    private static List<String> problems(String config) throws IOException {
        AlertRules rules = rules();
        ConfigException thrown = catchThrowableOfType(
                ConfigException.class, () -> rules.with("my.yaml", config, AlertsFormat.PROMETHEUS));
        return String.valueOf(thrown.getMessage()).lines().toList();
    }
}
