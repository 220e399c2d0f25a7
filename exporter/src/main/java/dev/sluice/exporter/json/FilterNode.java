package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a {@link MemberFilter} does with a value. Finds the members of an object by the bytes of their names. */
final class FilterNode {

    /** Keeps a whole value. */
    static final FilterNode KEPT = new FilterNode(Map.of(), null, null);

    /** Keeps a whole value, but only the number of a {@link NumberObject}. */
    static final FilterNode NUMBER = new FilterNode(Map.of(), null, null);

    /** Removes a value. */
    static final FilterNode REMOVED = new FilterNode(Map.of(), null, null);

    /** Names of members, at the slots of their hashes. The number of slots is a power of two. */
    private final byte[][] names;

    private final FilterNode[] nodes;
    private final @Nullable FilterNode otherMembers;
    private final @Nullable FilterNode elements;

    private FilterNode(
            Map<String, FilterNode> members, @Nullable FilterNode otherMembers, @Nullable FilterNode elements) {
        this.otherMembers = otherMembers;
        this.elements = elements;
        this.names = new byte[4 * Integer.highestOneBit(members.size() + 1)][];
        this.nodes = new FilterNode[names.length];
        members.forEach((member, node) -> {
            byte[] name = member.getBytes(UTF_8);
            int slot = slot(name, 0, name.length);
            names[slot] = name;
            nodes[slot] = node;
        });
    }

    /** Returns the node of a document: only the records of one list are filtered. */
    static <F> FilterNode document(String list, WantedMembers<F> record, Predicate<F> numbers) {
        FilterNode records = new FilterNode(Map.of(), null, of(record, numbers));
        return new FilterNode(Map.of(list, records), KEPT, null);
    }

    private static <F> FilterNode of(WantedMembers<F> wanted, Predicate<F> numbers) {
        if (wanted.object()) {
            return new FilterNode(wanted.mapped(member -> of(member, numbers)), REMOVED, null);
        }
        F field = wanted.field();
        return field != null && numbers.test(field) ? NUMBER : KEPT;
    }

    /** Returns true if an object can be one of a number, of which only the number is kept, if anything. */
    boolean number() {
        return this == NUMBER || this == REMOVED;
    }

    /** Returns the node of this value if it is a list or an object. A value of an unexpected type is kept. */
    FilterNode opened(boolean list) {
        boolean expected = this == REMOVED || (list ? elements != null : otherMembers != null);
        return expected ? this : KEPT;
    }

    /** Returns the node of a list's elements. */
    FilterNode element() {
        return elements == null ? this : elements;
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
