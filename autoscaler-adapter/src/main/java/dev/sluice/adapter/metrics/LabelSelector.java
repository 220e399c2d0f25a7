package dev.sluice.adapter.metrics;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A label selector with Kubernetes' semantics: all requirements must hold. Parses the selectors of an HPA's requests:
 * all operators of Kubernetes except {@code <} and {@code >}.
 *
 * @param requirements requirements; an empty list selects everything
 */
public record LabelSelector(List<Requirement> requirements) {

    private static final String WORD = "[^\\s=!(),<>]";
    /** A requirement, and the comma before a further requirement. */
    private static final Pattern REQUIREMENT = Pattern.compile("\\s*(?:!\\s*(?<absent>" + WORD + "+)|(?<key>" + WORD
            + "+)(?:\\s*(?<operator>==?|!=)\\s*(?<value>" + WORD + "*)"
            + "|\\s+(?<set>in|notin)\\s*\\((?<values>[^()]*)\\))?)\\s*(?:,(?=\\s*[^\\s,])|$)");

    private static final String DNS_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final Pattern PREFIX = Pattern.compile("(?=.{1,253}/)" + DNS_LABEL + "(\\." + DNS_LABEL + ")*/");

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    /**
     * One requirement: {@code key in (values)}, {@code key}, or the opposite. {@code key=value} is an {@code in} with
     * one value.
     *
     * @param positive false for the opposite, which also holds if the label is missing
     * @param values values that the label can have; empty for all values
     */
    record Requirement(String label, boolean positive, Optional<Set<String>> values) {

        boolean matches(Map<String, String> labels) {
            return Optional.ofNullable(labels.get(label))
                            .filter(one -> values.isEmpty() || values.get().contains(one))
                            .isPresent()
                    == positive;
        }
    }

    /**
     * Parses a selector from the decoded query of a URL; an empty text selects everything.
     *
     * @throws IllegalArgumentException if the text is malformed; the message names the position, in Kubernetes' words
     *     if possible
     */
    public static LabelSelector parse(String text) {
        List<Requirement> requirements = new ArrayList<>();
        Matcher next = REQUIREMENT.matcher(text);
        for (int at = 0; at < text.length() && !text.isBlank(); at = next.end()) {
            if (!next.region(at, text.length()).lookingAt()) {
                throw new IllegalArgumentException(
                        "found '" + text.substring(at).strip()
                                + "', expected: a requirement such as nodeset=gpu, after ',' or at the start");
            }
            requirements.add(requirement(next));
        }
        return new LabelSelector(requirements);
    }

    public boolean matches(Map<String, String> labels) {
        return requirements.stream().allMatch(one -> one.matches(labels));
    }

    boolean admits(String label, String value) {
        return about(label).stream().allMatch(one -> one.matches(Map.of(label, value)));
    }

    /** Returns true if a requirement lists values of the label, and all listed values are known. */
    boolean keepsTo(String label, Predicate<String> known) {
        return valuesOf(label).stream().anyMatch(values -> values.stream().allMatch(known));
    }

    /** Returns the values of a label that each requirement lists; empty if the selector lists none. */
    List<Set<String>> valuesOf(String label) {
        return about(label).stream()
                .filter(Requirement::positive)
                .flatMap(one -> one.values().stream())
                .toList();
    }

    Set<String> labels() {
        return requirements.stream().map(Requirement::label).collect(Collectors.toSet());
    }

    private List<Requirement> about(String label) {
        return requirements.stream().filter(one -> one.label().equals(label)).toList();
    }

    private static Requirement requirement(Matcher found) {
        if (found.group("absent") != null) {
            return new Requirement(key(found.group("absent")), false, Optional.empty());
        }
        String key = key(found.group("key"));
        if (found.group("set") != null) {
            return new Requirement(key, found.group("set").equals("in"), Optional.of(values(found.group("values"))));
        }
        String operator = found.group("operator");
        return operator == null
                ? new Requirement(key, true, Optional.empty())
                : new Requirement(key, !operator.equals("!="), Optional.of(Set.of(value(found.group("value")))));
    }

    private static String key(String key) {
        Matcher prefix = PREFIX.matcher(key);
        String name = prefix.lookingAt() ? key.substring(prefix.end()) : key;
        if (!LabelValues.VALID.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "key: Invalid value: \"" + key + "\": a label's key has at most 63 letters, digits,"
                            + " '-', '_' or '.', a letter or digit at both ends, and perhaps a DNS name and '/' before it");
        }
        return key;
    }

    /** Parses the values in parentheses; a missing value is an empty value. */
    private static Set<String> values(String list) {
        if (list.isBlank()) {
            throw new IllegalArgumentException(
                    "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty");
        }
        Set<String> values = new LinkedHashSet<>();
        for (String value : list.split(",", -1)) {
            values.add(value(value.strip()));
        }
        return values;
    }

    private static String value(String value) {
        if (!LabelValues.isValid(value)) {
            throw new IllegalArgumentException(
                    "values: Invalid value: \"" + value + "\": a valid label must be an empty string or"
                            + " consist of at most 63 alphanumeric characters, '-', '_' or '.', and must start and end with"
                            + " an alphanumeric character");
        }
        return value;
    }
}
