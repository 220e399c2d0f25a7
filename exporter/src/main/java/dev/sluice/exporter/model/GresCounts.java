package dev.sluice.exporter.model;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Counts of generic resources other than GPUs, such as shards, by name. A count is the sum over all types of the
 * resource.
 *
 * @param byName count by name, such as {@code shard}
 */
public record GresCounts(SortedMap<String, Long> byName) {

    public static final GresCounts NONE = new GresCounts(Collections.emptySortedMap());

    public GresCounts {
        byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
    }

    public static GresCounts of(String name, long count) {
        return new GresCounts(new TreeMap<>(Map.of(name, count)));
    }

    /**
     * Reads the GRES of a node ({@code gpu:l40s:4,shard:l40s:16(S:0)}), and omits the GPUs.
     *
     * @param used {@code gres_used}, which shows the shares of each GPU; empty if unknown
     */
    public static GresCounts ofNode(String gres, String used) {
        SortedMap<String, Long> found = sums(gres);
        SortedMap<String, Long> shown = GpuShares.of(used, false);
        for (Map.Entry<String, Long> all : Map.copyOf(found).entrySet()) {
            if (GpuShares.isShared(all.getKey()) && !shown.containsKey(all.getKey())) {
                found.putAll(GpuShares.even(
                        all.getKey(), all.getValue(), GpuCounts.ofGres(gres).total()));
            }
        }
        found.putAll(shown);
        return found.isEmpty() ? NONE : new GresCounts(found);
    }

    /** Reads the allocated GRES of a node ({@code gres_used}), and omits the GPUs. */
    public static GresCounts allocated(String used) {
        SortedMap<String, Long> found = sums(used);
        found.putAll(GpuShares.of(used, true));
        return found.isEmpty() ? NONE : new GresCounts(found);
    }

    private static SortedMap<String, Long> sums(String gres) {
        SortedMap<String, Long> found = new TreeMap<>();
        for (String part : withoutDetail(gres)) {
            add(part, found);
        }
        return found;
    }

    /** Reads the GRES in a job's request ({@code cpu=4,gres/shard:2}), and omits the GPUs. */
    public static GresCounts ofRequest(String tres) {
        SortedMap<String, Long> found = new TreeMap<>();
        for (String part : withoutDetail(tres)) {
            if (part.startsWith("gres/") || part.startsWith("gres:")) {
                add(part.substring("gres/".length()), found);
            }
        }
        return found.isEmpty() ? NONE : new GresCounts(found);
    }

    private static String[] withoutDetail(String gres) {
        return gres.replaceAll("\\([^)]*\\)?", "").split(",", -1);
    }

    private static void add(String part, SortedMap<String, Long> found) {
        String[] words = part.split("[:=]", -1);
        String last = words[words.length - 1];
        long count = words.length > 1 ? GpuCounts.count(last) : 1;
        if (!words[0].isEmpty() && !words[0].equals("gpu")) {
            GpuCounts.parsed(found, BoundedName.of(words[0]), count < 0 ? 1 : count);
        }
    }

    public boolean isEmpty() {
        return byName.isEmpty();
    }

    /** Returns the counts without MPS and the entries of single GPUs. */
    public SortedMap<String, Long> named() {
        SortedMap<String, Long> named = new TreeMap<>(byName);
        named.keySet().removeIf(GpuShares::isPartOfGpu);
        return named;
    }

    /** Returns the counts under other names; resources with the same name are summed up. */
    public GresCounts named(UnaryOperator<String> name) {
        if (byName.isEmpty()) {
            return this;
        }
        SortedMap<String, Long> renamed = new TreeMap<>();
        named().forEach((original, count) -> renamed.merge(name.apply(original), count, Amounts::sum));
        return new GresCounts(renamed);
    }

    /** Returns whether these counts include at least the requested count of each name. */
    public boolean covers(GresCounts asked) {
        return asked.byName.entrySet().stream()
                .allMatch(one -> byName.getOrDefault(one.getKey(), 0L) >= one.getValue());
    }

    /** Returns a job's request as a node with these counts accounts for the request: shares on one GPU. */
    public GresCounts onOneGpu(GresCounts asked) {
        return asked.isEmpty() ? asked : new GresCounts(GpuShares.onOneGpu(asked.byName, byName));
    }

    /** Returns the larger count of each name. */
    public GresCounts max(GresCounts other) {
        SortedMap<String, Long> most = new TreeMap<>(byName);
        other.byName.forEach((name, count) -> most.merge(name, count, Math::max));
        return new GresCounts(most);
    }

    /** Subtracts the used count of each name; the result is at least 0. */
    public GresCounts minus(GresCounts used) {
        if (isEmpty() || used.isEmpty()) {
            return this;
        }
        SortedMap<String, Long> rest = new TreeMap<>(byName);
        rest.replaceAll((name, count) -> Math.max(0, count - used.byName.getOrDefault(name, 0L)));
        return new GresCounts(rest);
    }
}
