package dev.sluice.exporter.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Maps paths to a resource.
 *
 * @param path path as shown in error messages; a segment such as {@code {name}} matches every segment that is not empty
 */
record Route(String path, Function<ApiRequest, Answer> resource) {

    /** Returns the variable segments of a matching path, not decoded; empty for other paths. */
    Optional<List<String>> match(String requested) {
        List<String> segments = Arrays.asList(requested.split("/", -1));
        List<String> pattern = Arrays.asList(path.split("/", -1));
        if (segments.size() != pattern.size()) {
            return Optional.empty();
        }
        List<String> variable = new ArrayList<>();
        for (int i = 0; i < pattern.size(); i++) {
            if (pattern.get(i).startsWith("{") && !segments.get(i).isEmpty()) {
                variable.add(segments.get(i));
            } else if (!pattern.get(i).equals(segments.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(variable);
    }
}
