package dev.sluice.exporter.rules;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One rule of a file in {@code alerts/}.
 *
 * @param file name of the file without {@code .yml}
 * @param group the rule's group
 * @param recording true for a recording rule, false for an alert
 * @param name name of the alert or of the series
 * @param expression PromQL expression
 * @param hold time for which the condition must hold ({@code for}); empty for no time
 * @param keep time for which the alert keeps firing after the condition ends; empty for no time
 */
public record Rule(
        String file,
        String group,
        boolean recording,
        String name,
        String expression,
        String hold,
        String keep,
        Map<String, String> labels,
        Map<String, String> annotations) {

    private static final Pattern LABEL = Pattern.compile("\\{\\{ \\$labels\\.(\\w+) }}");
    private static final Pattern VALUE = Pattern.compile("\\{\\{ \\$value(?: \\| (humanize\\w*))? }}");

    public Rule {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    /**
     * Returns the summary of an alert, with names such as {@code CLUSTER} in place of labels and {@code N} in place of
     * the value.
     */
    String summary() {
        String names = LABEL.matcher(annotations.getOrDefault("summary", ""))
                .replaceAll(label -> label.group(1).toUpperCase(Locale.ROOT));
        return VALUE.matcher(names).replaceAll(value -> switch (String.valueOf(value.group(1))) {
            case "humanizePercentage" -> "N%";
            case "humanizeDuration" -> "TIME";
            default -> "N";
        });
    }

    /** Returns this rule with the given name. */
    Rule withName(String other) {
        return new Rule(file, group, recording, other, expression, hold, keep, labels, annotations);
    }

    /** Returns this rule with the given expression. */
    Rule withExpression(String other) {
        return new Rule(file, group, recording, name, other, hold, keep, labels, annotations);
    }

    /** Returns this rule with the given hold time. */
    Rule withHold(String other) {
        return new Rule(file, group, recording, name, expression, other, keep, labels, annotations);
    }

    /** Returns this rule with the given time to keep firing. */
    Rule withKeep(String other) {
        return new Rule(file, group, recording, name, expression, hold, other, labels, annotations);
    }

    @Override
    public String toString() {
        return name;
    }
}
