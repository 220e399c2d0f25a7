package dev.sluice.exporter.derive.scaling.need;

import java.util.Collection;

/**
 * Evaluates a {@code --constraint} for the features of nodes. As in slurmctld, all operators have equal precedence and
 * are evaluated from left to right. Counted features ({@code [rack1*2&rack2*4]}) belong to different nodes, so a node
 * with any of these features meets the constraint. A malformed constraint is never met.
 */
public final class FeatureExpression {

    private static final int DEEPEST = 32;

    private final String text;
    private final Collection<String> features;
    private final boolean counted;
    private int at;
    private boolean malformed;

    private FeatureExpression(String text, Collection<String> features) {
        this.text = text;
        this.features = features;
        this.counted = text.indexOf('*') >= 0;
    }

    public static boolean isMet(String constraint, Collection<String> features) {
        if (constraint.isEmpty()) {
            return true;
        }
        FeatureExpression expression = new FeatureExpression(constraint, features);
        boolean met = expression.alternatives(0);
        return met && !expression.malformed && expression.at == constraint.length();
    }

    private boolean alternatives(int depth) {
        boolean met = operand(depth);
        while (at < text.length() && "&|,".indexOf(text.charAt(at)) >= 0) {
            boolean either = text.charAt(at) == '|' || counted;
            at++;
            boolean next = operand(depth);
            met = either ? met || next : met && next;
        }
        return met;
    }

    private boolean operand(int depth) {
        if (at < text.length() && (text.charAt(at) == '(' || text.charAt(at) == '[') && depth < DEEPEST) {
            char close = text.charAt(at) == '(' ? ')' : ']';
            at++;
            boolean met = alternatives(depth + 1);
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

    private void skipCount() {
        if (at < text.length() && text.charAt(at) == '*') {
            at++;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
        }
    }
}
