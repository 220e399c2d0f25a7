package dev.sluice.adapter.metrics;

import dev.sluice.adapter.metrics.LabelRequirement.Operator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Parses the label selectors of Kubernetes' list requests. */
final class SelectorParser {

    private static final String DNS_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final Pattern DNS_NAME = Pattern.compile(DNS_LABEL + "(\\." + DNS_LABEL + ")*");
    private static final int MAX_PREFIX_LENGTH = 253;
    private static final String SYMBOLS = "=!(),<>";
    /** Either a symbol, or a word: characters other than symbols and blanks. */
    private static final Pattern TOKEN = Pattern.compile("[=!]=|[" + SYMBOLS + "]|[^ \\t\\r\\n" + SYMBOLS + "]+");

    private final Deque<String> tokens;

    SelectorParser(String text) {
        this.tokens =
                TOKEN.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(ArrayDeque::new));
    }

    List<LabelRequirement> parse() throws BadSelector {
        List<LabelRequirement> requirements = new ArrayList<>();
        String next = peek();
        while (!next.isEmpty()) {
            if (!isWord(next) && !next.equals("!")) {
                throw found(next, "expected: !, identifier, or 'end of string'");
            }
            requirements.add(requirement());
            String separator = take();
            if (!separator.isEmpty() && !separator.equals(",")) {
                throw found(separator, "expected: ',' or 'end of string'");
            }
            next = peek();
            if (separator.equals(",") && !isWord(next) && !next.equals("!")) {
                throw found(next, "expected: identifier after ','");
            }
        }
        return requirements;
    }

    private LabelRequirement requirement() throws BadSelector {
        boolean absent = peek().equals("!");
        if (absent) {
            take();
        }
        String label = label();
        String next = peek();
        if (absent || next.isEmpty() || next.equals(",")) {
            return new LabelRequirement(label, absent ? Operator.DOES_NOT_EXIST : Operator.EXISTS, Set.of());
        }
        String operator = take();
        return switch (operator) {
            case "in" -> new LabelRequirement(label, Operator.IN, values());
            case "notin" -> new LabelRequirement(label, Operator.NOT_IN, values());
            case "=", "==" -> new LabelRequirement(label, Operator.IN, Set.of(value()));
            case "!=" -> new LabelRequirement(label, Operator.NOT_IN, Set.of(value()));
            case ">" -> new LabelRequirement(label, Operator.GREATER_THAN, Set.of(number()));
            case "<" -> new LabelRequirement(label, Operator.LESS_THAN, Set.of(number()));
            default -> throw found(operator, "expected: in, notin, =, ==, !=, gt, lt");
        };
    }

    private String label() throws BadSelector {
        String label = take();
        if (!isWord(label)) {
            throw found(label, "expected: identifier");
        }
        int slash = label.indexOf('/');
        String name = label.substring(slash + 1);
        if (!LabelValues.VALID.matcher(name).matches() || (slash >= 0 && !isDnsName(label.substring(0, slash)))) {
            throw new BadSelector("key: Invalid value: \"" + label + "\": a label's key has at most 63 letters, digits,"
                    + " '-', '_' or '.', a letter or digit at both ends, and perhaps a DNS name and '/' before it");
        }
        return label;
    }

    private static boolean isDnsName(String prefix) {
        return prefix.length() <= MAX_PREFIX_LENGTH && DNS_NAME.matcher(prefix).matches();
    }

    /** Parses the values in parentheses; a missing value is an empty value. */
    private Set<String> values() throws BadSelector {
        String open = take();
        if (!open.equals("(")) {
            throw found(open, "expected: '('");
        }
        if (peek().equals(")")) {
            throw new BadSelector("values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty");
        }
        Set<String> values = new LinkedHashSet<>();
        String separator;
        do {
            String next = peek();
            values.add(next.equals(",") || next.equals(")") ? "" : value());
            separator = take();
        } while (separator.equals(","));
        if (!separator.equals(")")) {
            throw found(separator, "expected: ',' or ')'");
        }
        return values;
    }

    /** Parses a value; a missing value is an empty value. */
    private String value() throws BadSelector {
        String next = peek();
        if (next.isEmpty() || next.equals(",")) {
            return "";
        }
        String value = take();
        if (!isWord(value)) {
            throw found(value, "expected: identifier");
        }
        if (!LabelValues.isValid(value)) {
            throw new BadSelector("values: Invalid value: \"" + value + "\": a valid label must be an empty string or"
                    + " consist of at most 63 alphanumeric characters, '-', '_' or '.', and must start and end with"
                    + " an alphanumeric character");
        }
        return value;
    }

    private String number() throws BadSelector {
        String value = value();
        try {
            return Long.toString(Long.parseLong(value));
        } catch (NumberFormatException e) {
            throw new BadSelector(
                    "values: Invalid value: \"" + value + "\": for 'Gt', 'Lt' operators, the value must be an integer");
        }
    }

    /** Returns the next token; empty at the end. */
    private String peek() {
        return tokens.isEmpty() ? "" : tokens.getFirst();
    }

    /** Consumes and returns the next token; empty at the end. */
    private String take() {
        return tokens.isEmpty() ? "" : tokens.removeFirst();
    }

    private static boolean isWord(String token) {
        return !token.isEmpty() && SYMBOLS.indexOf(token.charAt(0)) < 0;
    }

    private static BadSelector found(String token, String expectation) {
        return new BadSelector("found '" + token + "', " + expectation);
    }
}
