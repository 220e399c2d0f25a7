package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a {@link MemberFilter} does with a value. Finds the members of an object by the bytes of their names. */
final class FilterNode {

    /** Keeps a whole value. */
    static final FilterNode KEPT = withoutField(Map.of(), null);

    /** Removes a value. */
    static final FilterNode REMOVED = withoutField(Map.of(), null);

    /** Names of members, at the slots of their hashes. The number of slots is a power of two. */
    private final byte[][] names;

    private final FilterNode[] nodes;
    private final @Nullable FilterNode otherMembers;
    /** Begins the field in the {@link RecordChanges}; null if the node is not a field. */
    private final @Nullable Runnable field;

    private final boolean number;

    private FilterNode(
            Map<String, FilterNode> members,
            @Nullable FilterNode otherMembers,
            @Nullable Runnable field,
            boolean number) {
        this.field = field;
        this.number = number;
        this.otherMembers = otherMembers;
        this.names = new byte[4 * Integer.highestOneBit(members.size() + 1)][];
        this.nodes = new FilterNode[names.length];
        members.forEach((member, node) -> {
            byte[] name = member.getBytes(UTF_8);
            int slot = slot(name, 0, name.length);
            names[slot] = name;
            nodes[slot] = node;
        });
    }

    private static FilterNode withoutField(Map<String, FilterNode> members, @Nullable FilterNode otherMembers) {
        return new FilterNode(members, otherMembers, null, false);
    }

    /** Returns the node of a document: only the records of one list are filtered. */
    static FilterNode document(String list, FilterNode record) {
        return withoutField(Map.of(list, record), KEPT);
    }

    /** Returns the node of a record, or of a part of a record. */
    static <F> FilterNode of(WantedMembers<F> wanted, Predicate<F> numbers, RecordChanges<F> changes) {
        if (wanted.object()) {
            return withoutField(wanted.mapped(member -> of(member, numbers, changes)), REMOVED);
        }
        F field = wanted.field();
        if (field == null) {
            return KEPT;
        }
        return new FilterNode(Map.of(), null, () -> changes.field(field), numbers.test(field));
    }

    /** Begins the field if this is the node of one. */
    boolean beginField() {
        if (field == null) {
            return false;
        }
        field.run();
        return true;
    }

    /** Returns true if only the number of a {@link NumberObject} is kept. */
    boolean onlyNumber() {
        return number;
    }

    /** Returns true if an object can be one of a number, of which only the number is kept, if anything. */
    boolean number() {
        return number || this == REMOVED;
    }

    /** Returns true if an object's members have nodes of their own. */
    boolean object() {
        return otherMembers != null || this == REMOVED;
    }

    /** Returns the node of a member whose name is not read. */
    FilterNode unknownMember() {
        return this == REMOVED ? REMOVED : KEPT;
    }

    /** Returns the node of a member. */
    FilterNode member(byte[] bytes, int from, int to) {
        if (otherMembers == null) {
            return this;
        }
        int slot = slot(bytes, from, to);
        return names[slot] == null ? otherMembers : nodes[slot];
    }

    /** Returns the slot of a name, or the free slot for the name. */
    private int slot(byte[] bytes, int from, int to) {
        int mask = names.length - 1;
        int slot = hash(bytes, from, to) & mask;
        for (byte[] held = names[slot];
                held != null && !Arrays.equals(held, 0, held.length, bytes, from, to);
                held = names[slot]) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private static int hash(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length == 0) {
            return 0;
        }
        return 31 * (31 * (31 * length + bytes[from]) + bytes[from + length / 2]) + bytes[to - 1];
    }
}
