package dev.sluice.exporter.api;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Maps paths to a resource. */
sealed interface Route {

    /** Returns the path as shown in error messages. */
    String shown();

    /** Returns the variable parts of a matching path; empty for other paths. */
    Optional<List<String>> match(String path);

    Function<ApiRequest, Answer> resource();

    /** A single path. */
    record Exact(String shown, Function<ApiRequest, Answer> resource) implements Route {

        @Override
        public Optional<List<String>> match(String path) {
            return path.equals(shown) ? Optional.of(List.of()) : Optional.empty();
        }
    }

    /**
     * The paths below a prefix, with one segment per name.
     *
     * @param prefix path with a trailing slash
     * @param names names of the segments; not decoded, because Kubernetes names need no escapes
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
