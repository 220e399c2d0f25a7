package dev.sluice.simulator.kubernetes.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * JSON as immutable Java objects: maps, lists, texts, whole numbers, booleans, {@link #NULL}, and
 * {@link java.time.Instant} for times. The writer converts times.
 */
public final class Trees {
    private enum Null {
        NULL
    }

    public static final Object NULL = Null.NULL;

    private Trees() {}

    /** A member of an object. */
    public record Member(String key, Object value) {}

    public static Member member(String key, Object value) {
        return new Member(key, value);
    }

    /** Returns an object; omits members with an empty Optional. */
    public static Map<String, Object> object(Member... members) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (Member member : members) {
            put(object, member.key(), member.value());
        }
        return Collections.unmodifiableMap(object);
    }

    /** Returns an object of one member. */
    public static Map<String, Object> object(String key, Object value) {
        return object(member(key, value));
    }

    /** Returns a copy of the object with one member set. An empty Optional removes the member. */
    public static Map<String, Object> with(Map<String, Object> object, String key, Object value) {
        Map<String, Object> members = new LinkedHashMap<>(object);
        members.remove(key);
        put(members, key, value);
        return Collections.unmodifiableMap(members);
    }

    private static void put(Map<String, Object> members, String key, Object value) {
        if (value instanceof Optional<?> optional) {
            optional.ifPresent(present -> members.put(key, present));
        } else {
            members.put(key, value);
        }
    }

    /** Returns the object at a path of keys; returns an empty object if no object is at the path. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> at(Map<String, Object> object, String... path) {
        Map<String, Object> found = object;
        for (String key : path) {
            found = found.get(key) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
        }
        return found;
    }

    /** Returns a string member; empty if the member is missing. */
    public static Optional<String> text(Map<String, Object> object, String key) {
        return object.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** Returns a whole number; empty if the member is missing. */
    public static Optional<Long> number(Map<String, Object> object, String key) {
        return object.get(key) instanceof Number number ? Optional.of(number.longValue()) : Optional.empty();
    }

    /** Returns the objects of a list; empty if the list is missing. */
    @SuppressWarnings("unchecked")
    public static List<Map<String, Object>> objects(Map<String, Object> object, String key) {
        List<Map<String, Object>> found = new ArrayList<>();
        if (object.get(key) instanceof List<?> list) {
            for (Object item : list) {
                if (item instanceof Map<?, ?> map) {
                    found.add((Map<String, Object>) map);
                }
            }
        }
        return found;
    }
}
