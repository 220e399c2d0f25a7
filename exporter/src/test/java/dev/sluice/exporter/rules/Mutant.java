package dev.sluice.exporter.rules;

import dev.sluice.exporter.rules.Expr.Binary;
import dev.sluice.exporter.rules.Expr.Num;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An alert with one error. A test of this alert must detect the error.
 *
 * @param what readable description of the error
 */
record Mutant(String what, Rule rule) {

    private static final Map<String, String> OPPOSITE =
            Map.of(">", "<=", "<", ">=", ">=", "<", "<=", ">", "==", "!=", "!=", "==");
    private static final Set<String> EQUALITY = Set.of("==", "!=");
    private static final double STEP = 0.1;

    /** Returns every mutant of an alert. */
    static List<Mutant> of(Rule alert) {
        List<Mutant> mutants = new ArrayList<>();
        String text = alert.expression();
        mutants.add(new Mutant("never fires", alert.withExpression("(" + text + ") unless on () vector(1)")));
        if (!alert.hold().isEmpty()) {
            long seconds = seconds(alert.hold());
            mutants.add(new Mutant("fires at once", alert.withHold("")));
            mutants.add(new Mutant("fires after half the time", alert.withHold(seconds / 2 + "s")));
            mutants.add(new Mutant("fires after one and a half times the time", alert.withHold(seconds * 3 / 2 + "s")));
        }
        if (!alert.keep().isEmpty()) {
            mutants.add(new Mutant("stops firing at once", alert.withKeep("")));
        }
        PromQl.parse(text).walk().forEach(part -> {
            if (part instanceof Binary binary && binary.comparison()) {
                comparison(alert, binary, mutants);
            } else if (part instanceof Binary binary && binary.ofSets()) {
                clauses(alert, binary, mutants);
            }
        });
        return mutants;
    }

    private static void comparison(Rule alert, Binary binary, List<Mutant> mutants) {
        String text = alert.expression();
        String where = " in: " + oneLine(binary.span().in(text));
        String opposite = OPPOSITE.getOrDefault(binary.operator(), "");
        mutants.add(new Mutant(
                opposite + " for " + binary.operator() + where,
                alert.withExpression(binary.operatorAt().replacedIn(text, opposite))));
        if (EQUALITY.contains(binary.operator())) {
            return;
        }
        for (int direction : new int[] {1, -1}) {
            String other = moved(binary.right(), text, direction);
            mutants.add(new Mutant(
                    "threshold " + oneLine(other) + where,
                    alert.withExpression(binary.right().span().replacedIn(text, other))));
        }
    }

    /** Changes a number by a tenth. Changes a whole number by at least 1, because most values are whole numbers. */
    private static String moved(Expr threshold, String text, int direction) {
        String written = threshold.span().in(text);
        if (threshold instanceof Num && written.matches("\\d+")) {
            long number = Long.parseLong(written);
            return String.valueOf(number + direction * Math.max(1, Math.round(number * STEP)));
        }
        return "(" + written + ") * " + (1 + direction * STEP);
    }

    private static void clauses(Rule alert, Binary binary, List<Mutant> mutants) {
        String text = alert.expression();
        String left = binary.left().span().in(text);
        String right = binary.right().span().in(text);
        mutants.add(new Mutant(
                "without: " + binary.operator() + " " + oneLine(right),
                alert.withExpression(binary.span().replacedIn(text, left))));
        if (binary.operator().equals("or")) {
            mutants.add(new Mutant(
                    "without: " + oneLine(left) + " or",
                    alert.withExpression(binary.span().replacedIn(text, right))));
        }
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    /** Returns the seconds of a duration with one unit. */
    private static long seconds(String duration) {
        long number = Long.parseLong(duration.substring(0, duration.length() - 1));
        return switch (duration.charAt(duration.length() - 1)) {
            case 's' -> number;
            case 'm' -> number * 60;
            case 'h' -> number * 3600;
            default -> throw new IllegalArgumentException(duration);
        };
    }

    @Override
    public String toString() {
        return rule.name() + ": " + what;
    }
}
