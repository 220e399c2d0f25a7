package dev.sluice.exporter.rules;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One rule of a file in {@code alerts/}.
 *
 * @param file the name of the file without {@code .yml}
 * @param group the group that it is in
 * @param recording whether it records a series; else it is an alert
 * @param name of the alert or of the series
 * @param expression in PromQL
 * @param hold how long the condition must hold ({@code for}); empty where it need not
 * @param keep how long it keeps firing; empty where it does not
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

    /** The summary of an alert, with names such as {@code CLUSTER} in the place of labels and {@code N} in that of the value. */
    String summary() {
        String names = LABEL.matcher(annotations.getOrDefault("summary", ""))
                .replaceAll(label -> label.group(1).toUpperCase(Locale.ROOT));
        return VALUE.matcher(names).replaceAll(value -> switch (String.valueOf(value.group(1))) {
            case "humanizePercentage" -> "N%";
            case "humanizeDuration" -> "TIME";
            default -> "N";
        });
    }

    /** The same rule with another expression. */
    Rule withExpression(String other) {
        return new Rule(file, group, recording, name, other, hold, keep, labels, annotations);
    }

    /** The same rule that holds for another time. */
    Rule withHold(String other) {
        return new Rule(file, group, recording, name, expression, other, keep, labels, annotations);
    }

    /** The same rule that keeps firing for another time. */
    Rule withKeep(String other) {
        return new Rule(file, group, recording, name, expression, hold, other, labels, annotations);
    }

    @Override
    public String toString() {
        return name;
    }
}
