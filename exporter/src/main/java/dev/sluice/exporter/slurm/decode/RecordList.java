package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.GpuCounts;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * The records in a response.
 *
 * @param path members from the root of the response to the list, or to the object with the single record; empty if the
 *     root itself is the record
 * @param members members of a record to read; empty to read all members
 * @param assembler makes a record of the model; throws {@link JsonTree.UnreadableValue} if its identity or state is
 *     missing
 * @param order order by name, which identifies a record within its response; empty if records have no name
 * @param sharing returns a record equal to the second, which shares as much as possible with the first: the record of
 *     the same name in the previous response
 */
public record RecordList<T>(
        List<String> path,
        Set<String> members,
        Function<JsonTree, T> assembler,
        Optional<Comparator<T>> order,
        BinaryOperator<T> sharing) {

    /** Creates a list of records without names, or with a single record. */
    public static <T> RecordList<T> unnamed(List<String> path, Function<JsonTree, T> assembler) {
        return new RecordList<>(path, Set.of(), assembler, Optional.empty(), (before, now) -> now);
    }

    /** Creates a list of records that change rarely, but then change in many values. */
    static <T> RecordList<T> named(
            List<String> path, Set<String> members, Function<JsonTree, T> assembler, Comparator<T> order) {
        return new RecordList<>(
                path, members, assembler, Optional.of(order), (before, now) -> now.equals(before) ? before : now);
    }

    boolean sameName(T one, T other) {
        return order.isPresent() && order.get().compare(one, other) == 0;
    }

    /** Returns the record; empty if it lacks its identity, or a value has a wrong type or too many parts. */
    public Optional<T> read(JsonTree record) {
        try {
            return Optional.of(assembler.apply(record));
        } catch (JsonTree.UnreadableValue | GpuCounts.TooManyTypes e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        String what = order.isPresent() ? "list \"" : "\"";
        return what + (path.isEmpty() ? String.join("\", \"", members) : String.join(".", path)) + '"';
    }
}
