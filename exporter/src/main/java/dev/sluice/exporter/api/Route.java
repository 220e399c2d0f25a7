package dev.sluice.exporter.api;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Which paths lead to a resource, and how it answers. */
sealed interface Route {

    /** The path as it is told to people. */
    String shown();

    /** What the path says in the places that the route leaves open; empty where it leads elsewhere. */
    Optional<List<String>> match(String path);

    Function<ApiRequest, Answer> resource();

    /** One path alone. */
    record Exact(String shown, Function<ApiRequest, Answer> resource) implements Route {

        @Override
        public Optional<List<String>> match(String path) {
            return path.equals(shown) ? Optional.of(List.of()) : Optional.empty();
        }
    }

    /**
     * The paths below a prefix with as many further segments as there are names.
     *
     * @param prefix path with a slash at its end
     * @param names what stands in each segment; in a path they are as they are, for Kubernetes' names need no escapes
     */
    record Below(String prefix, List<String> names, Function<ApiRequest, Answer> resource) implements Route {

        @Override
        public String shown() {
            return prefix + "{" + String.join("}/{", names) + "}";
        }

        @Override
        public Optional<List<String>> match(String path) {
            if (!path.startsWith(prefix)) {
                return Optional.empty();
            }
            List<String> segments =
                    Arrays.asList(path.substring(prefix.length()).split("/", -1));
            return segments.size() == names.size() && !segments.contains("") ? Optional.of(segments) : Optional.empty();
        }
    }
}
