package dev.sluice.simulator.kubernetes.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Selects the objects of a request: by labels, and by the fields that every kind or pods support. */
record Selector(Predicate<Map<String, Object>> predicate) {
    private static final Pattern REQUIREMENT = Pattern.compile(
            "\\s*(?:(!)\\s*([^\\s=!,()]+)|([^\\s=!,()]+)\\s*(?:(==|=|!=)\\s*([^\\s=!,()]*)|(in|notin)\\s*\\(([^()]*)\\))?)\\s*");
    private static final Pattern COMMA = Pattern.compile(",(?![^(]*\\))");
    private static final Set<String> FIELDS =
            Set.of("metadata.name", "metadata.namespace", "spec.nodeName", "status.phase");

    /** Reports an invalid selector. The message is for the client. */
    static final class BadSelectorException extends Exception {
        private static final long serialVersionUID = 1L;

        BadSelectorException(String message) {
            super(message);
        }
    }

    /** Parses selectors; an empty text selects all objects. */
    static Selector of(String labels, String fields) throws BadSelectorException {
        List<Predicate<Map<String, Object>>> all = new ArrayList<>();
        for (String requirement : parts(labels)) {
            Matcher matcher = matcher(requirement);
            all.add(object -> holds(matcher.toMatchResult(), Trees.at(object, "metadata", "labels")));
        }
        for (String requirement : parts(fields)) {
            Matcher matcher = matcher(requirement);
            String field = String.valueOf(matcher.group(3));
            if (!FIELDS.contains(field) || matcher.group(4) == null) {
                throw new BadSelectorException("field label not supported: " + field);
            }
            String parent = field.substring(0, field.indexOf('.'));
            String key = field.substring(field.indexOf('.') + 1);
            boolean equal = !matcher.group(4).equals("!=");
            String value = String.valueOf(matcher.group(5));
            all.add(object ->
                    Trees.text(Trees.at(object, parent), key).orElse("").equals(value) == equal);
        }
        return new Selector(object -> all.stream().allMatch(p -> p.test(object)));
    }

    boolean selects(StoredObject object) {
        return predicate.test(object.body());
    }

    private static List<String> parts(String text) {
        return text.isBlank() ? List.of() : List.of(COMMA.split(text, -1));
    }

    private static Matcher matcher(String requirement) throws BadSelectorException {
        Matcher matcher = REQUIREMENT.matcher(requirement);
        if (!matcher.matches()) {
            throw new BadSelectorException(
                    "unable to parse requirement: \"" + requirement.strip() + "\" is no selector");
        }
        return matcher;
    }

    private static boolean holds(java.util.regex.MatchResult requirement, Map<String, Object> labels) {
        if (requirement.group(1) != null) {
            return !labels.containsKey(requirement.group(2));
        }
        Object value = labels.get(requirement.group(3));
        String operator = requirement.group(4);
        if (operator != null) {
            boolean equal = value != null && value.equals(requirement.group(5));
            return equal != operator.equals("!=");
        }
        String set = requirement.group(6);
        if (set == null) {
            return value != null;
        }
        boolean member = value != null
                && List.of(requirement.group(7).strip().split("\\s*,\\s*", -1)).contains(value.toString());
        return member == set.equals("in");
    }
}
