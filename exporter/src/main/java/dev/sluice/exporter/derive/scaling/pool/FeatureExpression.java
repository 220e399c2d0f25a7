package dev.sluice.exporter.derive.scaling.pool;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Evaluates a {@code --constraint} for the features of nodes. As in slurmctld, all operators have equal precedence and
 * are evaluated from left to right. Counted features ({@code [rack1*2&rack2*4]}) belong to different nodes, so a node
 * with any of these features meets the constraint. A group with one count ({@code [(knl&flat)*4&haswell*1]}) belongs to
 * one kind of node, so a node needs all features of the group. A malformed constraint is never met.
 */
public final class FeatureExpression {

    private static final int DEEPEST = 32;

    private static final Pattern COUNTED = Pattern.compile("([^&|,()\\[\\]*]+|\\([^()\\[\\]*]+\\))\\*(\\d{1,9})");

    private final String text;
    private final Collection<String> features;
    private int at;
    private boolean malformed;

    private FeatureExpression(String text, Collection<String> features) {
        this.text = text;
        this.features = features;
    }

    /**
     * A counted feature or group of features.
     *
     * @param constraint the constraint without the count
     * @param nodes number of nodes of the job that must meet the constraint
     */
    public record Counted(String constraint, long nodes) {}

    /**
     * Returns the counted parts of a constraint ({@code [rack1*2&rack2*4]}); empty if not every part has a count.
     * slurmctld gives each part nodes of its own.
     */
    public static List<Counted> counted(String constraint) {
        if (constraint.indexOf('*') < 0) {
            return List.of();
        }
        List<Counted> parts = new ArrayList<>();
        Matcher part = COUNTED.matcher(constraint);
        int end = constraint.startsWith("[") ? 1 : 0;
        while (part.find(end) && part.start() == end) {
            parts.add(new Counted(part.group(1), Long.parseLong(part.group(2))));
            end = part.end() + (constraint.startsWith("&", part.end()) ? 1 : 0);
        }
        boolean complete = constraint.substring(end).equals(constraint.startsWith("[") ? "]" : "");
        return complete ? List.copyOf(parts) : List.of();
    }

    public static boolean isMet(String constraint, Collection<String> features) {
        if (constraint.isEmpty()) {
            return true;
        }
        FeatureExpression expression = new FeatureExpression(constraint, features);
        boolean met = expression.alternatives(0, constraint.indexOf('*') >= 0);
        return met && !expression.malformed && expression.at == constraint.length();
    }

    private boolean alternatives(int depth, boolean counted) {
        boolean met = operand(depth, counted);
        while (at < text.length() && "&|,".indexOf(text.charAt(at)) >= 0) {
            boolean either = text.charAt(at) == '|' || counted;
            at++;
            boolean next = operand(depth, counted);
            met = either ? met || next : met && next;
        }
        return met;
    }

    private boolean operand(int depth, boolean counted) {
        if (at < text.length() && (text.charAt(at) == '(' || text.charAt(at) == '[') && depth < DEEPEST) {
            char close = text.charAt(at) == '(' ? ')' : ']';
            at++;
            boolean met = alternatives(depth + 1, counted && (close == ']' || isCountedBefore(close)));
            malformed |= at >= text.length() || text.charAt(at) != close;
            at++;
            skipCount();
            return met;
        }
        int from = at;
        while (at < text.length() && "&|,()[]*".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String feature = text.substring(from, at).strip();
        malformed |= feature.isEmpty();
        skipCount();
        return features.contains(feature);
    }

    private boolean isCountedBefore(char close) {
        int count = text.indexOf('*', at);
        return count >= 0 && count < text.indexOf(close, at);
    }

    private void skipCount() {
        if (at < text.length() && text.charAt(at) == '*') {
            at++;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
        }
    }
}
