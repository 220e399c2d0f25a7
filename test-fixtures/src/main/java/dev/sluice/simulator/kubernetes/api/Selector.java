package dev.sluice.simulator.kubernetes.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Selects the objects of a request: by namespace, by labels, and by the fields that every kind or pods support. */
record Selector(Predicate<JsonNode> predicate) {
    private static final Pattern REQUIREMENT = Pattern.compile(
            "\\s*(?:(!)\\s*([^\\s=!,()]+)|([^\\s=!,()]+)\\s*(?:(==|=|!=)\\s*([^\\s=!,()]*)|(in|notin)\\s*\\(([^()]*)\\))?)\\s*");
    private static final Pattern COMMA = Pattern.compile(",(?![^(]*\\))");
    private static final Pattern FIELD = Pattern.compile("metadata.(name|namespace)|spec.nodeName|status.phase");

    /** Parses selectors; an empty text selects all objects. */
    static Selector of(String labels, String fields, String namespace) throws Refusal {
        List<Predicate<JsonNode>> all = new ArrayList<>();
        if (!namespace.isEmpty()) {
            all.add(object -> object.at("/metadata/namespace").asText().equals(namespace));
        }
        for (MatchResult requirement : requirements(labels)) {
            all.add(object -> holds(requirement, object.at("/metadata/labels")));
        }
        for (MatchResult requirement : requirements(fields)) {
            String field = String.valueOf(requirement.group(3));
            if (!FIELD.matcher(field).matches() || requirement.group(4) == null) {
                throw Refusal.badRequest("field label not supported: " + field);
            }
            boolean equal = !requirement.group(4).equals("!=");
            all.add(object -> object.at("/" + field.replace('.', '/')).asText().equals(requirement.group(5)) == equal);
        }
        return new Selector(object -> all.stream().allMatch(p -> p.test(object)));
    }

    boolean selects(JsonNode object) {
        return predicate.test(object);
    }

    private static List<MatchResult> requirements(String text) throws Refusal {
        List<MatchResult> requirements = new ArrayList<>();
        for (String requirement : text.isBlank() ? List.<String>of() : List.of(COMMA.split(text, -1))) {
            Matcher matcher = REQUIREMENT.matcher(requirement);
            if (!matcher.matches()) {
                throw Refusal.badRequest("unable to parse requirement: \"" + requirement.strip() + "\" is no selector");
            }
            requirements.add(matcher.toMatchResult());
        }
        return requirements;
    }

    private static boolean holds(MatchResult requirement, JsonNode labels) {
        if (requirement.group(1) != null) {
            return !labels.has(requirement.group(2));
        }
        Optional<String> value =
                Optional.ofNullable(labels.get(requirement.group(3))).map(JsonNode::asText);
        String operator = requirement.group(4);
        if (operator != null) {
            return value.filter(requirement.group(5)::equals).isPresent() != operator.equals("!=");
        }
        String set = requirement.group(6);
        if (set == null) {
            return value.isPresent();
        }
        List<String> members = List.of(requirement.group(7).strip().split("\\s*,\\s*", -1));
        return value.filter(members::contains).isPresent() == set.equals("in");
    }
}
