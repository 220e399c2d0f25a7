package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.BoundedName;
import java.util.List;
import java.util.function.Function;

/**
 * The members of one record, with the values that all records of the response share. A missing or null member is 0,
 * false or empty. A member is named by its path.
 *
 * @param accelerators generic resources that count as GPUs
 */
record Members(JsonTree record, Interner values, Accelerators accelerators) {

    /** Returns a plain or wrapped number; 0 if unset or unlimited. */
    long number(String... path) {
        return record.at(path).whole(0);
    }

    /** Returns a plain or wrapped number; {@code other} if missing, unset or unlimited. */
    long numberOr(long other, String... path) {
        return record.at(path).whole(other);
    }

    boolean hasNumber(String... path) {
        return record.at(path).number().isPresent();
    }

    boolean flag(String... path) {
        return record.at(path).flag();
    }

    String text(String... path) {
        return values.shared(record.at(path).text());
    }

    String name(String... path) {
        return values.shared(record.at(path).name());
    }

    /** Returns a text that usually occurs in only one record. */
    String ownText(String... path) {
        return values.own(record.at(path).text());
    }

    /** Returns a text that the record does not keep. */
    String parsedText(String... path) {
        return record.at(path).text();
    }

    /** Returns the names of a list, or a single name. */
    List<String> names(String... path) {
        List<String> names = record.at(path).texts();
        names.replaceAll(name -> values.shared(BoundedName.of(name)));
        return List.copyOf(names);
    }

    /** Returns a list of generic resources, in which accelerators are GPUs. */
    String gres(String... path) {
        String text = record.at(path).text();
        return text.isEmpty() ? "" : values.made("accelerators", text, accelerators::asGpus);
    }

    List<String> gresList(String... path) {
        return record.at(path).texts().stream()
                .map(text -> values.made("accelerators", text, accelerators::asGpus))
                .toList();
    }

    <T> T shared(T value) {
        return values.shared(value);
    }

    <K, V> V made(String kind, K from, Function<K, V> function) {
        return values.made(kind, from, function);
    }

    /** Converts Slurm's mebibytes to bytes. */
    static long bytes(long mebibytes) {
        return Math.min(mebibytes, Long.MAX_VALUE >> 20) << 20;
    }
}
