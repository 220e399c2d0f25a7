package dev.sluice.exporter.json;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tree of JSON members to read; everything beside it is skipped without being looked at. In a path, {@code []} is any
 * element of a list and {@code *} any member of an object.
 *
 * @param <F> what a wanted member is called
 */
public final class WantedMembers<F> {

    private static final String ELEMENT = "[]";
    private static final String ANY = "*";

    private final Map<String, WantedMembers<F>> members = new HashMap<>();
    private @Nullable WantedMembers<F> any;
    private @Nullable F field;

    /** The members at the end of a path; made where no path led there. */
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

    /** Adds a field whose path starts here. */
    public WantedMembers<F> with(F added, List<String> path) {
        at(path).field = added;
        return this;
    }

    /** The member of that name; null where nobody wants it: a plain null because this is asked once per member. */
    @Nullable
    public WantedMembers<F> member(String name) {
        WantedMembers<F> member = members.get(name);
        return member == null ? any : member;
    }

    /** The elements, where this is a list; null where nobody wants them. */
    @Nullable
    public WantedMembers<F> element() {
        return members.get(ELEMENT);
    }

    /** The field that this member is; null for objects and lists on the way to one. */
    @Nullable
    public F field() {
        return field;
    }

    /** Whether no wanted member is below this one. */
    public boolean leaf() {
        return members.isEmpty();
    }
}
