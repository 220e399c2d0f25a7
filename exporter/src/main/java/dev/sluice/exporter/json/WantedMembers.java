package dev.sluice.exporter.json;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tree of the JSON members to read; all other members are skipped. In a path, {@code []} is any element of a list and
 * {@code *} any member of an object.
 *
 * @param <F> type of the field names
 */
public final class WantedMembers<F> {

    private static final String ELEMENT = "[]";
    private static final String ANY = "*";

    private final Map<String, WantedMembers<F>> members = new HashMap<>();
    private @Nullable WantedMembers<F> any;
    private @Nullable F field;

    /** Returns the node at the end of a path, creating missing nodes. */
    public WantedMembers<F> at(List<String> path) {
        WantedMembers<F> here = this;
        for (String name : path) {
            WantedMembers<F> next = here.members.computeIfAbsent(name, unused -> new WantedMembers<>());
            if (name.equals(ANY)) {
                here.any = next;
            }
            here = next;
        }
        return here;
    }

    /** Adds a field at a path relative to this node. */
    public WantedMembers<F> with(F added, List<String> path) {
        at(path).field = added;
        return this;
    }

    /**
     * Returns the node of a member; null for unwanted members. Does not return an Optional, because the parser calls
     * this method for each member.
     */
    @Nullable
    public WantedMembers<F> member(String name) {
        WantedMembers<F> member = members.get(name);
        return member == null ? any : member;
    }

    /** Returns the node of the list's elements; null if unwanted. */
    @Nullable
    public WantedMembers<F> element() {
        return members.get(ELEMENT);
    }

    /** Returns the field of this node; null for intermediate objects and lists. */
    @Nullable
    public F field() {
        return field;
    }

    /** Returns true if no wanted member is below this node. */
    public boolean leaf() {
        return members.isEmpty();
    }
}
