package dev.sluice.exporter.alerts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Lines of a rule file: one rule with the comment above it, or the lines between rules. A number in an expression is a
 * parameter if the line of the number ends with a comment such as {@code # config: ratio}.
 *
 * @param name name of the alert or series; empty for lines between rules
 */
record RuleBlock(String name, List<String> lines) {

    private static final String EXPR = "        expr: ";
    private static final String INDENT = "          ";
    private static final Pattern FIELD = Pattern.compile("( {8}(?=for)| {10}(?=severity))(for|severity): (\\S+)");
    private static final Pattern MARK = Pattern.compile("(.*?)(\\s+# config: )([\\w.]+)");
    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.:\\[-])\\d+(?:\\.\\d+)?(?![\\w.:])");
    private static final Pattern RANGE = Pattern.compile("(?<=\\[)\\d+[smhdw](?=\\])");
    private static final Pattern SELECTOR = Pattern.compile("(?:[a-z_]+:)?slurm_\\w+(?::\\w+)?(\\{?)");

    RuleBlock {
        lines = List.copyOf(lines);
    }

    boolean alert() {
        return lines.stream().anyMatch(line -> line.startsWith("      - alert: "));
    }

    /**
     * Returns true if the rule has one series per partition. Only such a rule can have different settings for each
     * partition.
     */
    boolean perPartition() {
        return name.startsWith("cluster_partition:")
                || lines.stream().anyMatch(line -> line.contains("$labels.partition"));
    }

    /**
     * Returns the parameters with their values in config.yaml's form. The parameters are {@code for}, {@code severity}
     * and the numbers of the expression.
     */
    Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String line : lines) {
            Matcher field = FIELD.matcher(line);
            Matcher mark = MARK.matcher(line);
            if (field.matches()) {
                parameters.put(field.group(2), field.group(3));
            } else if (mark.matches()) {
                String parameter = mark.group(3);
                MatchResult number = number(mark.group(1), parameter);
                parameters.putIfAbsent(parameter, ParameterKind.of(parameter).shown(number.group()));
            }
        }
        return parameters;
    }

    /** Finds the parameter's value in a line: the last number in the form of the parameter. */
    private static MatchResult number(String line, String parameter) {
        Pattern form = ParameterKind.of(parameter) == ParameterKind.WINDOW ? RANGE : NUMBER;
        return form.matcher(line)
                .results()
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new IllegalArgumentException("no number for " + parameter + " in: " + line));
    }

    /** Returns the lines with a site's settings; empty if the rule is disabled. */
    List<String> with(RuleSettings settings) {
        if (settings.changesNothing()) {
            return lines;
        }
        if (!settings.enabled()) {
            return List.of();
        }
        List<String> changed = new ArrayList<>();
        boolean expression = false;
        List<String> body = new ArrayList<>();
        for (String line : lines) {
            if (expression && !line.startsWith(INDENT)) {
                changed.addAll(expression(body, settings));
                expression = false;
            }
            if (line.startsWith(EXPR)) {
                expression = true;
                if (!line.endsWith(" |")) {
                    body.add(line.substring(EXPR.length()));
                }
            } else if (expression) {
                body.add(line.substring(INDENT.length()));
            } else {
                if (line.startsWith(INDENT + "dashboard_url:")) {
                    changed.add(INDENT + "  Changed in config.yaml: " + settings.text() + ".");
                }
                changed.add(head(line, settings));
            }
        }
        if (expression) {
            changed.addAll(expression(body, settings));
        }
        return changed;
    }

    private static String head(String line, RuleSettings settings) {
        Matcher field = FIELD.matcher(line);
        if (field.matches() && settings.values().containsKey(field.group(2))) {
            return field.group(1) + field.group(2) + ": " + settings.values().get(field.group(2));
        }
        return line;
    }

    /**
     * Returns a single expression, or one expression for each set of partitions. Different sets have no common series.
     */
    private static List<String> expression(List<String> body, RuleSettings settings) {
        Map<String, RuleSettings> partitions = settings.effectivePartitions();
        List<String> changed = new ArrayList<>(List.of(EXPR + "|"));
        List<String> rest = body.stream().map(line -> value(line, settings)).toList();
        if (partitions.isEmpty()) {
            rest.forEach(line -> changed.add(INDENT + line));
            return changed;
        }
        String others = partitions.keySet().stream()
                .map(name -> name.replace(".", "[.]"))
                .collect(Collectors.joining("|", "partition!~\"", "\""));
        parenthesized(restricted(rest, others), changed);
        partitions.forEach((name, own) -> {
            if (own.enabled()) {
                changed.add(INDENT + "or");
                List<String> lines = body.stream().map(line -> value(line, own)).toList();
                parenthesized(restricted(lines, "partition=\"" + name + "\""), changed);
            }
        });
        return changed;
    }

    private static void parenthesized(List<String> body, List<String> lines) {
        lines.add(INDENT + "(");
        body.forEach(line -> lines.add(INDENT + "  " + line));
        lines.add(INDENT + ")");
    }

    /** Restricts only the first series, because all other series are matched by label with the first series. */
    private static List<String> restricted(List<String> body, String matcher) {
        String text = String.join("\n", body);
        Matcher first = SELECTOR.matcher(text);
        if (!first.find()) {
            throw new IllegalArgumentException("expression without a series: " + text);
        }
        boolean braces = !first.group(1).isEmpty();
        String restricted = text.substring(0, first.end())
                + (braces ? matcher + ", " : "{" + matcher + "}")
                + text.substring(first.end());
        return List.of(restricted.split("\n", -1));
    }

    private static String value(String line, RuleSettings settings) {
        Matcher mark = MARK.matcher(line);
        if (!mark.matches() || !settings.values().containsKey(mark.group(3))) {
            return line;
        }
        String parameter = mark.group(3);
        String before = mark.group(1);
        MatchResult number = number(before, parameter);
        String written = ParameterKind.of(parameter)
                .written(settings.values().getOrDefault(parameter, ""), number.group())
                .orElseThrow(() -> new IllegalStateException("unchecked value of " + parameter));
        return before.substring(0, number.start())
                + written
                + before.substring(number.end())
                + mark.group(2)
                + parameter;
    }
}
