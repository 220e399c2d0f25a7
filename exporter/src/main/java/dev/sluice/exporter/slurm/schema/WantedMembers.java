package dev.sluice.exporter.slurm.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tree of the members to read in a record. All other members are skipped. */
public final class WantedMembers {

    private final Map<String, WantedMembers> members = new HashMap<>();
    private @Nullable SlurmField field;

    void add(SlurmField added, List<String> path) {
        WantedMembers here = this;
        for (String name : path) {
            here = here.members.computeIfAbsent(name, unused -> new WantedMembers());
        }
        here.field = added;
    }

    /** Returns the node of a member; null for unwanted members. */
    @Nullable
    public WantedMembers member(String name) {
        return members.get(name);
    }

    /** Returns the field of this node; null for intermediate objects. */
    @Nullable
    public SlurmField field() {
        return field;
    }
}
