package dev.sluice.adapter.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The headers of a request. The front proxy names the user in the headers. Reads the headers like k8s.io/apiserver in
 * pkg/authentication/request/headerrequest.
 *
 * @param lines header lines in order
 */
record RequestHeaders(List<Map.Entry<String, String>> lines) {

    /** Returns the user that the headers name. Only headers from the front proxy are trustworthy. */
    Optional<User> user(Trust trust) {
        return first(trust.userHeaders())
                .map(name -> new User(
                        name,
                        first(trust.uidHeaders()).orElse(""),
                        groups(trust.groupHeaders()),
                        extra(trust.extraPrefixes())));
    }

    /** Returns the token after {@code Bearer}. */
    Optional<String> bearerToken() {
        String[] words = value("Authorization").orElse("").strip().split(" ", 3);
        boolean bearer = words.length > 1 && words[0].equalsIgnoreCase("bearer") && !words[1].isEmpty();
        return bearer ? Optional.of(words[1]) : Optional.empty();
    }

    /** Returns the first non-empty header; only the first line of a header counts. */
    private Optional<String> first(List<String> names) {
        return names.stream()
                .map(this::value)
                .flatMap(Optional::stream)
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    private Optional<String> value(String name) {
        return lines.stream()
                .filter(line -> line.getKey().equalsIgnoreCase(name))
                .findFirst()
                .map(Map.Entry::getValue);
    }

    private List<String> groups(List<String> names) {
        return names.stream()
                .flatMap(name -> lines.stream().filter(line -> line.getKey().equalsIgnoreCase(name)))
                .map(Map.Entry::getValue)
                .filter(group -> !group.isEmpty())
                .toList();
    }

    private Map<String, List<String>> extra(List<String> prefixes) {
        Map<String, List<String>> extra = new TreeMap<>();
        for (String prefix : prefixes) {
            for (Map.Entry<String, String> line : lines) {
                if (line.getKey().regionMatches(true, 0, prefix, 0, prefix.length())) {
                    String key = line.getKey().substring(prefix.length()).toLowerCase(Locale.ROOT);
                    extra.computeIfAbsent(decoded(key), unused -> new ArrayList<>())
                            .add(line.getValue());
                }
            }
        }
        return extra;
    }

    /** Decodes percent-encoding; returns an invalid encoding unchanged. */
    private static String decoded(String key) {
        try {
            return URLDecoder.decode(key.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            return key;
        }
    }
}
