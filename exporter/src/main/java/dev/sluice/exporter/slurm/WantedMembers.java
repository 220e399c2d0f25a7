package dev.sluice.exporter.slurm;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tree of JSON members to read out of an answer; everything beside it is skipped without being looked at. */
final class WantedMembers {

    private final Map<String, WantedMembers> children = new HashMap<>();
    private @Nullable SlurmField field;

    private WantedMembers() {}

    static WantedMembers of(Collection<SlurmField> fields) {
        WantedMembers root = new WantedMembers();
        for (SlurmField field : fields) {
            WantedMembers member = root;
            for (String name : List.of(field.path().replace("[]", "").split("\\.", -1))) {
                member = member.children.computeIfAbsent(name, unused -> new WantedMembers());
            }
            member.field = field;
        }
        return root;
    }

    /** The member of that name; null where nobody wants it: a plain null because this is asked once per member. */
    @Nullable
    WantedMembers member(String name) {
        return children.get(name);
    }

    /** The field that this member is; null for objects and lists on the way to a field. */
    @Nullable
    SlurmField leaf() {
        return field;
    }
}
