package dev.sluice.exporter.rules;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Renders the alerts of {@code alerts/} as CloudWatch alarms. */
final class CloudWatchAlarms {

    /** Maximum window of a PromQL query in CloudWatch. */
    private static final Duration MAX_WINDOW_LENGTH = Duration.ofDays(1);

    private static final Pattern DURATION = Pattern.compile("(\\d+)([smhdw])");
    private static final Pattern RECORDED = Pattern.compile("(?<![\\w:])(\\w+:[\\w:]+)(?![\\w:{])(?:\\[(\\w+)])?");
    private static final Pattern OF_THE_SCRAPE = Pattern.compile("\\b(job|instance|hpc_job)\\b");

    /**
     * Exceptions that depend on other alerts or on the objective of a QOS. CloudWatch supports no such exceptions, and
     * an alarm is correct without these exceptions.
     */
    private static final Pattern EXCEPTION =
            Pattern.compile(" unless on \\(\\w+\\) (max_over_time\\(ALERTS\\{[^}]*}\\[\\w+]\\)|qos_le:\\w+:objective)");

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

    /** CloudWatch has no recording rules, so the alarms contain the expressions of these rules. */
    private static String inlined(String expression, Map<String, String> recorded) {
        String text = expression.replaceAll("\\s+", " ").strip();
        Matcher name = RECORDED.matcher(text);
        for (int from = 0; name.find(from); ) {
            String rule = recorded.getOrDefault(name.group(1), "");
            from = name.end();
            if (!rule.isEmpty()) {
                String window = name.group(2) == null ? "" : "[" + name.group(2) + ":1m]";
                String whole = "(" + rule.replaceAll("\\s+", " ").strip() + ")" + window;
                from = name.start();
                text = text.substring(0, from) + whole + text.substring(name.end());
                name.reset(text);
            }
        }
        return text;
    }

    private static Optional<String> obstacle(String query) {
        Set<String> series = PromQl.series(query);
        if (series.isEmpty()) {
            return Optional.of("asks for no series");
        }
        Catalogue ours = Catalogue.ofFamilies();
        for (String name : series) {
            if (name.startsWith("sluice_adapter_")) {
                return Optional.of("needs " + name + ", which only the adapter's own port serves");
            }
            if (!name.matches("(slurm|sluice)_.*") || !ours.unknown(name).isEmpty()) {
                return Optional.of("needs " + name + ", which Sluice does not publish");
            }
        }
        if (OF_THE_SCRAPE.matcher(query).find()) {
            return Optional.of("needs labels that Prometheus gives");
        }
        return PromQl.windows(query).stream().anyMatch(window -> seconds(window) > MAX_WINDOW_LENGTH.toSeconds())
                ? Optional.of("looks back over more than a day")
                : Optional.empty();
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
