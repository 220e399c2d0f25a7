package dev.sluice.adapter.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * An authenticated user, with the attributes that Kubernetes uses.
 *
 * @param uid uid; empty if unknown
 * @param extra additional attributes for authorizers
 */
record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {

    static final String MASTERS = "system:masters";
    private static final int BYTES_PER_TEXT = 56;
    private static final String AUTHENTICATED = "system:authenticated";
    private static final String UNAUTHENTICATED = "system:unauthenticated";

    /** The user of a client without credentials. */
    static final User ANONYMOUS = new User("system:anonymous", "", List.of(UNAUTHENTICATED), Map.of());

    User {
        groups = List.copyOf(groups);
        // Sorted, so that the same user always has the same cache key.
        extra = new TreeMap<>(extra);
    }

    /** Returns the approximate size in bytes. */
    int size() {
        return Stream.concat(
                        Stream.of(name, uid),
                        Stream.concat(
                                groups.stream(),
                                extra.entrySet().stream()
                                        .flatMap(entry ->
                                                Stream.concat(Stream.of(entry.getKey()), entry.getValue().stream()))))
                .mapToInt(text -> text.length() + BYTES_PER_TEXT)
                .sum();
    }

    /** Adds the group {@code system:authenticated}, as Kubernetes does for every client with credentials. */
    User authenticated() {
        if (name.equals(ANONYMOUS.name()) || groups.contains(AUTHENTICATED) || groups.contains(UNAUTHENTICATED)) {
            return this;
        }
        List<String> more = new ArrayList<>(groups);
        more.add(AUTHENTICATED);
        return new User(name, uid, more, extra);
    }
}
