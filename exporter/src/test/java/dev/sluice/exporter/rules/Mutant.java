package dev.sluice.exporter.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An alert with one error. A test of this alert must detect the error.
 *
 * @param what readable description of the error
 */
record Mutant(String what, Rule rule) {

    private static final Map<String, String> OPPOSITE =
            Map.of(">", "<=", "<", ">=", ">=", "<", "<=", ">", "==", "!=", "!=", "==");
    private static final Set<String> EQUALITY = Set.of("==", "!=");
    private static final Set<String> SETS = Set.of("and", "or", "unless");
    private static final Set<String> ANY = Set.of("and", "or", "unless", ">", "<", ">=", "<=", "==", "!=");
    private static final Pattern OPERATOR = Pattern.compile("[<>=!]=|[<>]|\\b(?:and|or|unless)\\b");
    private static final Pattern PART = Pattern.compile("[(),]|" + OPERATOR);
    private static final Pattern MODIFIERS = Pattern.compile(
            "\\s*(?:bool\\b\\s*)?(?:(?:on|ignoring)\\s*\\([^)]*\\)\\s*)?(?:group_(?:left|right)\\s*(?:\\([^)]*\\))?\\s*)?");
    private static final double STEP = 0.1;

    /** Returns every mutant of an alert. */
    static List<Mutant> of(Rule alert) {
        List<Mutant> mutants = new ArrayList<>();
        String text = alert.expression();
        mutants.add(new Mutant("never fires", alert.withExpression("(" + text + ") unless on () vector(1)")));
        if (!alert.hold().isEmpty()) {
            long seconds = CloudWatchAlarms.seconds(alert.hold());
            mutants.add(new Mutant("fires at once", alert.withHold("")));
            mutants.add(new Mutant("fires after half the time", alert.withHold(seconds / 2 + "s")));
            mutants.add(new Mutant("fires after one and a half times the time", alert.withHold(seconds * 3 / 2 + "s")));
        }
        if (!alert.keep().isEmpty()) {
            mutants.add(new Mutant("stops firing at once", alert.withKeep("")));
        }
        String masked = PromQl.masked(text);
        Matcher operator = OPERATOR.matcher(masked);
        while (operator.find()) {
            if (SETS.contains(operator.group())) {
                clauses(alert, masked, operator, mutants);
            } else {
                comparison(alert, masked, operator, mutants);
            }
        }
        return mutants;
    }

    private static void comparison(Rule alert, String masked, Matcher operator, List<Mutant> mutants) {
        String text = alert.expression();
        int start = operandStart(text, operator.end());
        int end = stripped(text, operandEnd(masked, start, ANY));
        String written = text.substring(start, end);
        String where = " in: " + oneLine(text.substring(operator.start(), end));
        String opposite = OPPOSITE.getOrDefault(operator.group(), "");
        mutants.add(new Mutant(
                opposite + " for " + operator.group() + where,
                alert.withExpression(text.substring(0, operator.start()) + opposite + text.substring(operator.end()))));
        if (EQUALITY.contains(operator.group())) {
            return;
        }
        for (int direction : new int[] {1, -1}) {
            String other = moved(written, direction);
            mutants.add(new Mutant(
                    "threshold " + oneLine(other) + where,
                    alert.withExpression(text.substring(0, start) + other + text.substring(end))));
        }
    }

    /** Changes a number by a tenth. Changes a whole number by at least 1, because most values are whole numbers. */
    private static String moved(String written, int direction) {
        if (written.matches("\\d+")) {
            long number = Long.parseLong(written);
            return String.valueOf(number + direction * Math.max(1, Math.round(number * STEP)));
        }
        return "(" + written + ") * " + (1 + direction * STEP);
    }

    private static void clauses(Rule alert, String masked, Matcher operator, List<Mutant> mutants) {
        String text = alert.expression();
        boolean or = operator.group().equals("or");
        int right = operandStart(text, operator.end());
        int end = stripped(text, operandEnd(masked, right, or ? Set.of("or") : SETS));
        mutants.add(new Mutant(
                "without: " + oneLine(text.substring(operator.start(), end)),
                alert.withExpression(text.substring(0, operator.start()).stripTrailing() + text.substring(end))));
        if (or) {
            int left = groupStart(masked, operator.start());
            mutants.add(new Mutant(
                    "without: " + oneLine(text.substring(left, right)),
                    alert.withExpression(text.substring(0, left) + text.substring(right))));
        }
    }

    /** Returns the start of the right operand, after {@code bool}, {@code on (...)} and {@code group_left (...)}. */
    private static int operandStart(String text, int from) {
        Matcher modifiers = MODIFIERS.matcher(text).region(from, text.length());
        return modifiers.lookingAt() ? modifiers.end() : from;
    }

    /** Returns the end of an operand: the next of the operators outside of parentheses, or the end of the group. */
    private static int operandEnd(String masked, int from, Set<String> operators) {
        Matcher part = PART.matcher(masked);
        int depth = 0;
        int at = from;
        while (part.find(at)) {
            String found = part.group();
            depth += found.equals("(") ? 1 : found.equals(")") ? -1 : 0;
            if (depth < 0 || (depth == 0 && (found.equals(",") || operators.contains(found)))) {
                return part.start();
            }
            at = part.end();
        }
        return masked.length();
    }

    private static int stripped(String text, int end) {
        return text.substring(0, end).stripTrailing().length();
    }

    /** Returns the start of the group of parentheses, or of the argument, that contains the position. */
    private static int groupStart(String masked, int before) {
        int depth = 0;
        for (int i = before - 1; i >= 0; i--) {
            char c = masked.charAt(i);
            depth += c == ')' ? 1 : c == '(' ? -1 : 0;
            if (depth < 0 || (depth == 0 && c == ',')) {
                return i + 1;
            }
        }
        return 0;
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    @Override
    public String toString() {
        return rule.name() + ": " + what;
    }
}
