package dev.sluice.exporter.kubernetes;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tree of JSON members to read; everything beside it is skipped without being looked at. */
final class FieldTree {

    private static final String ELEMENT = "[]";
    private static final String ANY = "*";

    private final Map<String, FieldTree> members = new HashMap<>();
    private @Nullable KubeField field;
    private boolean object;
    private boolean stream;

    /** Adds fields whose paths start here. */
    FieldTree with(Collection<KubeField> fields) {
        for (KubeField added : fields) {
            at(added.path()).field = added;
        }
        return this;
    }

    /** Adds the fields of an object that is found at a path, such as that of each item of a list. */
    FieldTree withObject(List<String> path, Collection<KubeField> fields) {
        FieldTree found = at(path);
        found.object = true;
        found.with(fields);
        return this;
    }

    /** The tree of an object of which many come, one after the other. */
    FieldTree ofStream() {
        stream = true;
        return this;
    }

    private FieldTree at(List<String> path) {
        FieldTree tree = this;
        for (String name : path) {
            tree = tree.members.computeIfAbsent(name, unused -> new FieldTree());
        }
        return tree;
    }

    /** The member of that name; null where nobody wants it: a plain null because this is asked once per member. */
    @Nullable
    FieldTree member(String name) {
        FieldTree member = members.get(name);
        return member == null ? members.get(ANY) : member;
    }

    /** The elements, where this is a list; null where nobody wants them. */
    @Nullable
    FieldTree element() {
        return members.get(ELEMENT);
    }

    /** The field that this member is; null for objects and lists on the way to one. */
    @Nullable
    KubeField field() {
        return field;
    }

    /** Whether a whole object of Kubernetes stands here. */
    boolean object() {
        return object;
    }

    /** Whether many objects of this tree come, one after the other. */
    boolean stream() {
        return stream;
    }

    boolean leaf() {
        return members.isEmpty();
    }
}
