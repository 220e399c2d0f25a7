package dev.sluice.exporter.rules;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.exporter.rules.Expr.Aggregation;
import dev.sluice.exporter.rules.Expr.Binary;
import dev.sluice.exporter.rules.Expr.Grouping;
import dev.sluice.exporter.rules.Expr.Num;
import dev.sluice.exporter.rules.Expr.Selector;
import dev.sluice.exporter.rules.Expr.Subquery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Renders the alerts of {@code alerts/} as CloudWatch alarms. */
final class CloudWatchAlarms {

    /** Maximum window of a PromQL query in CloudWatch. */
    private static final Duration MAX_WINDOW_LENGTH = Duration.ofDays(1);

    private static final Pattern DURATION = Pattern.compile("(\\d+)([smhdw])");
    private static final Pattern OF_THE_SCRAPE = Pattern.compile("\\b(job|instance|hpc_job)\\b");

    /**
     * Exceptions that depend on other alerts or on the objective of a QOS. CloudWatch supports no such exceptions, and
     * an alarm is correct without these exceptions.
     */
    private static final Pattern EXCEPTION =
            Pattern.compile(" unless on \\(\\w+\\) (max_over_time\\(ALERTS\\{[^}]*}\\[\\w+]\\)|qos_le:\\w+:objective)");

    /** The alerts that compare one aggregate with one number. A classic alarm supports only such alerts. */
    private static final List<String> CLASSIC =
            List.of("SlurmControllerDown", "SlurmAutoscalerNotPublishing", "SlurmDependencyNeverSatisfied");

    private static final Map<String, String> PARAMETERS = Map.of(
            "ClusterName", "ClusterName",
            "cluster", "SlurmCluster",
            "partition", "Partition",
            "namespace", "NodeSetNamespace",
            "nodeset", "NodeSet",
            "kind", "MismatchKind");

    private CloudWatchAlarms() {}

    /**
     * Returns the inputs of PutMetricAlarm, one for each possible alert. Also returns the reasons why the other alerts
     * are impossible.
     */
    static String promQl() {
        Map<String, String> recorded = RuleFiles.all().stream()
                .filter(Rule::recording)
                .collect(Collectors.toMap(Rule::name, Rule::expression, (first, second) -> first));
        List<Object> alarms = new ArrayList<>();
        Map<String, String> leftOut = new TreeMap<>();
        for (Rule alert : RuleFiles.alerts()) {
            String query =
                    EXCEPTION.matcher(inlined(alert.expression(), recorded)).replaceAll("");
            Optional<String> obstacle = obstacle(query);
            if (obstacle.isPresent()) {
                leftOut.put(alert.name(), obstacle.get());
            } else {
                alarms.add(alarm(alert, query));
            }
        }
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("alarms", alarms);
        file.put("leftOut", leftOut);
        return json(file);
    }

    /** Returns a CloudFormation template of the few alarms that need no PromQL. */
    static String classic() {
        Map<String, Object> resources = new LinkedHashMap<>();
        for (Rule alert : RuleFiles.alerts()) {
            if (CLASSIC.contains(alert.name())) {
                resources.put(alert.name(), classicAlarm(alert));
            }
        }
        Map<String, Object> parameters = new LinkedHashMap<>();
        PARAMETERS.values().stream().sorted().forEach(name -> parameters.put(name, Map.of("Type", "String")));
        Map<String, Object> template = new LinkedHashMap<>();
        template.put("AWSTemplateFormatVersion", "2010-09-09");
        template.put("Description", "Alarms on what the classic CloudWatch agent makes of Sluice's metrics");
        template.put("Parameters", parameters);
        template.put("Resources", resources);
        return json(template);
    }

    /** CloudWatch has no recording rules, so the alarms contain the expressions of these rules. */
    private static String inlined(String expression, Map<String, String> recorded) {
        String text = expression.replaceAll("\\s+", " ").strip();
        for (Optional<Selector> next = recordedIn(text, recorded);
                next.isPresent();
                next = recordedIn(text, recorded)) {
            Selector selector = next.get();
            String whole = "("
                    + recorded.getOrDefault(selector.name(), "")
                            .replaceAll("\\s+", " ")
                            .strip() + ")";
            String window = selector.range().isEmpty() ? "" : "[" + selector.range() + ":1m]";
            text = selector.span().replacedIn(text, whole + window);
        }
        return text;
    }

    private static Optional<Selector> recordedIn(String text, Map<String, String> recorded) {
        return PromQl.parse(text)
                .walk()
                .filter(Selector.class::isInstance)
                .map(Selector.class::cast)
                .filter(selector -> recorded.containsKey(selector.name())
                        && selector.matchers().isEmpty())
                .findFirst();
    }

    private static Optional<String> obstacle(String query) {
        Expr expression = PromQl.parse(query);
        List<Selector> selectors = expression
                .walk()
                .filter(Selector.class::isInstance)
                .map(Selector.class::cast)
                .toList();
        if (selectors.isEmpty()) {
            return Optional.of("asks for no series");
        }
        Catalogue ours = Catalogue.ofFamilies();
        for (Selector selector : selectors) {
            if (selector.name().startsWith("sluice_adapter_")) {
                return Optional.of("needs " + selector.name() + ", which only the adapter's own port serves");
            }
            if (ours.labels(selector.name()).isEmpty() || !selector.name().matches("(slurm|sluice)_.*")) {
                return Optional.of("needs " + selector.name() + ", which Sluice does not publish");
            }
        }
        if (OF_THE_SCRAPE.matcher(query).find()) {
            return Optional.of("needs labels that Prometheus gives");
        }
        boolean far = expression
                .walk()
                .map(part -> part instanceof Selector selector
                        ? selector.range()
                        : part instanceof Subquery subquery ? subquery.range() : "")
                .map(range -> range.split(":", 2)[0])
                .filter(range -> !range.isEmpty())
                .anyMatch(range -> seconds(range) > MAX_WINDOW_LENGTH.toSeconds());
        return far ? Optional.of("looks back over more than a day") : Optional.empty();
    }

    private static Map<String, Object> alarm(Rule alert, String query) {
        Map<String, Object> criteria = new LinkedHashMap<>();
        criteria.put("Query", query);
        criteria.put("PendingPeriod", seconds(alert.hold()));
        criteria.put("RecoveryPeriod", seconds(alert.keep()));
        Map<String, Object> alarm = new LinkedHashMap<>();
        alarm.put("AlarmName", alert.name());
        alarm.put("AlarmDescription", description(alert));
        alarm.put("EvaluationCriteria", Map.of("PromQLCriteria", criteria));
        alarm.put("EvaluationInterval", 60);
        alarm.put(
                "Tags",
                List.of(
                        tag("source", source(alert)),
                        tag("severity", alert.labels().getOrDefault("severity", ""))));
        return alarm;
    }

    private static Map<String, Object> classicAlarm(Rule alert) {
        if (!(PromQl.parse(alert.expression()) instanceof Binary comparison
                && comparison.left() instanceof Aggregation aggregation
                && comparison.right() instanceof Num number
                && aggregation.arguments().get(0) instanceof Selector selector)) {
            throw new IllegalArgumentException(alert + " is more than one aggregate and one number");
        }
        boolean below = comparison.operator().equals("==") && number.text().equals("0");
        List<Object> dimensions = new ArrayList<>();
        dimensions.add(dimension("ClusterName"));
        aggregation
                .grouping()
                .map(Grouping::labels)
                .orElse(List.of())
                .forEach(label -> dimensions.add(dimension(label)));
        selector.matchers().forEach(matcher -> dimensions.add(dimension(matcher.label(), matcher.value())));
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("AlarmDescription", description(alert));
        properties.put("Namespace", "ContainerInsights/Prometheus");
        properties.put("MetricName", selector.name());
        properties.put("Dimensions", dimensions);
        properties.put("Statistic", statistic(aggregation.operator()));
        properties.put("Period", 60);
        properties.put("EvaluationPeriods", seconds(alert.hold()) / 60);
        properties.put("Threshold", Integer.parseInt(number.text()));
        properties.put("ComparisonOperator", below ? "LessThanOrEqualToThreshold" : "GreaterThanThreshold");
        // An alarm for a low value must also fire if the exporter does not run.
        properties.put("TreatMissingData", below ? "breaching" : "notBreaching");
        Map<String, Object> resource = new LinkedHashMap<>();
        resource.put("Type", "AWS::CloudWatch::Alarm");
        resource.put("Metadata", Map.of("source", source(alert)));
        resource.put("Properties", properties);
        return resource;
    }

    private static Map<String, Object> dimension(String label) {
        return dimension(label, Map.of("Ref", PARAMETERS.get(label)));
    }

    private static Map<String, Object> dimension(String label, Object value) {
        Map<String, Object> dimension = new LinkedHashMap<>();
        dimension.put("Name", label);
        dimension.put("Value", value);
        return dimension;
    }

    private static String statistic(String operator) {
        return switch (operator) {
            case "max" -> "Maximum";
            case "min" -> "Minimum";
            case "sum" -> "Sum";
            default -> throw new IllegalArgumentException(operator);
        };
    }

    private static Map<String, Object> tag(String key, String value) {
        Map<String, Object> tag = new LinkedHashMap<>();
        tag.put("Key", key);
        tag.put("Value", value);
        return tag;
    }

    private static String source(Rule alert) {
        return "alerts/" + alert.file() + ".yml/" + alert.name();
    }

    private static String description(Rule alert) {
        return alert.summary() + " Runbook: " + alert.annotations().getOrDefault("runbook_url", "");
    }

    /** Returns 0 if the duration is missing. */
    static long seconds(String duration) {
        Matcher matcher = DURATION.matcher(duration);
        long seconds = 0;
        while (matcher.find()) {
            long factor = switch (matcher.group(2)) {
                case "s" -> 1;
                case "m" -> 60;
                case "h" -> 3_600;
                case "d" -> 86_400;
                default -> 604_800;
            };
            seconds += Long.parseLong(matcher.group(1)) * factor;
        }
        return seconds;
    }

    private static String json(Object value) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter()
                .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                .withArrayIndenter(new DefaultIndenter("  ", "\n"));
        try {
            return new JsonMapper().writer(printer).writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
