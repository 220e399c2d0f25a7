package dev.sluice.exporter.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
            if (GpuShares.NAMES.contains(all.getKey()) && !shown.containsKey(all.getKey())) {
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
        named.keySet().removeIf(name -> name.equals(GpuShares.MPS) || name.indexOf('#') >= 0);
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
        if (asked.isEmpty()) {
            return asked;
        }
        SortedMap<String, Long> counts = new TreeMap<>(asked.byName);
        asked.byName.forEach((name, count) -> {
            if (byName.containsKey(GpuShares.ofGpu(name, 0))) {
                counts.put(GpuShares.ofGpu(name, 0), count);
            }
        });
        return new GresCounts(counts);
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

    /**
     * The shares ({@code shard}, {@code mps}) of the GPUs of a node. A job gets shares of only one GPU of a node. Therefore,
     * the counts of a node contain the sum, and one entry per GPU in descending order: {@code shard}, {@code shard#000},
     * {@code shard#001}.
     */
    public static final class GpuShares {

        private static final String MPS = "mps";
        private static final Set<String> NAMES = Set.of(MPS, "shard");

        /** Maximum number of GPUs per node with an entry. */
        private static final int MAX_GPUS = 64;

        /** Matches {@code shard:l40s:4(0/4,4/4)}, with or without a type. */
        private static final Pattern PART =
                Pattern.compile("(mps|shard):(?:([^,():]+|\\(null\\)):)?\\d+\\(([-0-9,/]+)\\)");

        /** A GPU with shares; a GPU that is allocated as a whole has no free shares. */
        private record Gpu(long all, long free, boolean shared) {}

        private GpuShares() {}

        /** Returns the name of the entry of the GPU at a position. */
        public static String ofGpu(String name, int position) {
            return String.format(Locale.ROOT, "%s#%03d", name, position);
        }

        /** Returns the shares of a node whose GPUs have equal shares, as Slurm distributes a count without a file. */
        static SortedMap<String, Long> even(String name, long count, long gpus) {
            List<Gpu> all = new ArrayList<>();
            long left = count;
            for (long rest = Math.min(Math.max(1, gpus), MAX_GPUS); rest > 0; rest--) {
                all.add(new Gpu(left / rest, left / rest, false));
                left -= left / rest;
            }
            return counts(name, all, false);
        }

        /**
         * Reads the shares from {@code gres_used}.
         *
         * @param allocated whether to count the allocated shares; otherwise, counts all shares
         */
        static SortedMap<String, Long> of(String used, boolean allocated) {
            SortedMap<String, List<Gpu>> found = new TreeMap<>();
            GpuCounts whole = used.indexOf('/') < 0 ? GpuCounts.NONE : GpuCounts.ofGres(used);
            for (Matcher part = PART.matcher(used); part.find(); ) {
                String type = part.group(2) == null ? "" : part.group(2);
                long wholes = type.isEmpty() ? whole.total() : whole.byType().getOrDefault(type, 0L);
                found.computeIfAbsent(part.group(1), unused -> new ArrayList<>())
                        .addAll(gpus(part.group(3), wholes));
            }
            SortedMap<String, Long> counts = new TreeMap<>();
            found.forEach((name, gpus) -> counts.putAll(counts(name, gpus, allocated)));
            return counts;
        }

        /** Slurm 26.05 writes {@code -/4} for a GPU that is allocated as a whole; older releases write {@code 0/4}. */
        private static List<Gpu> gpus(String shares, long wholes) {
            List<Gpu> gpus = new ArrayList<>();
            long unnamed = wholes - shares.chars().filter(c -> c == '-').count();
            for (String share : shares.split(",", -1)) {
                int slash = share.indexOf('/');
                long held = GpuCounts.count(share.substring(0, Math.max(0, slash)));
                long all = GpuCounts.count(share.substring(slash + 1));
                if (all > 0) {
                    boolean whole = held < 0 || (held == 0 && unnamed-- > 0);
                    gpus.add(new Gpu(all, whole ? 0 : Math.max(0, all - held), held > 0));
                }
            }
            return gpus;
        }

        private static SortedMap<String, Long> counts(String name, List<Gpu> gpus, boolean allocated) {
            List<Gpu> usable = name.equals(MPS) ? ofOneGpu(gpus) : gpus;
            List<Long> all = usable.stream()
                    .map(Gpu::all)
                    .sorted(Comparator.reverseOrder())
                    .toList();
            List<Long> free = usable.stream()
                    .map(Gpu::free)
                    .sorted(Comparator.reverseOrder())
                    .toList();
            SortedMap<String, Long> counts = new TreeMap<>();
            for (int i = 0; i < Math.min(all.size(), MAX_GPUS); i++) {
                long count = allocated ? all.get(i) - free.get(i) : all.get(i);
                counts.put(ofGpu(name, i), count);
                counts.merge(name, count, Amounts::sum);
            }
            return counts;
        }

        /** By default, the MPS jobs of a node use one GPU together. */
        private static List<Gpu> ofOneGpu(List<Gpu> gpus) {
            return gpus.isEmpty()
                    ? gpus
                    : List.of(Collections.max(
                            gpus, Comparator.comparing(Gpu::shared).thenComparingLong(Gpu::free)));
        }
    }
}
