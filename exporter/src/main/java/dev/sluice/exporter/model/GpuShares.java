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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The shares ({@code shard}, {@code mps}) of the GPUs of a node. A job gets shares of only one GPU of a node. Therefore,
 * the counts of a node contain the sum, and one entry per GPU in descending order: {@code shard}, {@code shard#000},
 * {@code shard#001}.
 */
public final class GpuShares {

    private static final String MPS = "mps";
    private static final Set<String> NAMES = Set.of(MPS, "shard");

    /** Maximum number of GPUs per node with an entry. */
    private static final int MAX_GPUS = 64;

    /** Matches {@code shard:l40s:4(0/4,4/4)}, with or without a type. */
    private static final Pattern PART = Pattern.compile("(mps|shard):(?:([^,():]+|\\(null\\)):)?\\d+\\(([-0-9,/]+)\\)");

    /** A GPU with shares; a GPU that is allocated as a whole has no free shares. */
    private record Gpu(long all, long free, boolean shared) {}

    private GpuShares() {}

    /** Returns the name of the entry of the GPU at a position. */
    public static String ofGpu(String name, int position) {
        return String.format(Locale.ROOT, "%s#%03d", name, position);
    }

    static boolean isPartOfGpu(String name) {
        return name.equals(MPS) || name.indexOf('#') >= 0;
    }

    static boolean isShared(String name) {
        return NAMES.contains(name);
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
            found.computeIfAbsent(part.group(1), unused -> new ArrayList<>()).addAll(gpus(part.group(3), wholes));
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
        List<Long> all =
                usable.stream().map(Gpu::all).sorted(Comparator.reverseOrder()).toList();
        List<Long> free =
                usable.stream().map(Gpu::free).sorted(Comparator.reverseOrder()).toList();
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
                : List.of(
                        Collections.max(gpus, Comparator.comparing(Gpu::shared).thenComparingLong(Gpu::free)));
    }

    /** Returns a job's request as a node with these counts accounts for the request: on one GPU. */
    static SortedMap<String, Long> onOneGpu(SortedMap<String, Long> asked, Map<String, Long> node) {
        SortedMap<String, Long> counts = new TreeMap<>(asked);
        asked.forEach((name, count) -> {
            if (node.containsKey(ofGpu(name, 0))) {
                counts.put(ofGpu(name, 0), count);
            }
        });
        return counts;
    }
}
