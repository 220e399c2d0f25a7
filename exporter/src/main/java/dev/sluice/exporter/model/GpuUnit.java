package dev.sluice.exporter.model;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An allocated GPU of a node, or the allocated part of a GPU.
 *
 * @param type GPU type; {@link GpuCounts#UNTYPED} if Slurm names no type
 * @param index Slurm's number of the GPU on its node; MIG instances are numbered like GPUs
 * @param share allocated part of the GPU; below 1 only if shards are allocated
 */
public record GpuUnit(String type, int index, double share) {

    /** Upper limit of an index, above the index of any GPU or MIG instance of a machine. Larger indexes are ignored. */
    static final int MAX_INDEX = 1023;

    private static final Pattern INDEX = Pattern.compile("\\d{1,9}");

    /** Matches {@code gpu:h100:2(IDX:0-1)} and {@code shard:l40s:4(0/4,4/4)}, with or without a type. */
    private static final Pattern PART = Pattern.compile("(gpu|shard):(?:([^,()]+|\\(null\\)):)?\\d+\\(([^()]*)\\)");

    /**
     * Reads the GPUs of one job on a node ({@code gres_detail}), or of all jobs on the node ({@code gres_used}).
     * Ignores parts without an index and malformed parts.
     */
    public static List<GpuUnit> parse(String gres) {
        List<GpuUnit> units = new ArrayList<>();
        for (Matcher part = PART.matcher(gres); part.find(); ) {
            String name = part.group(2) == null ? "" : part.group(2);
            String type = GpuCounts.type(name);
            String held = part.group(3);
            if (part.group(1).equals("shard")) {
                addShards(type, held, units);
            } else if (held.startsWith("IDX:")) {
                addIndexes(type, held.substring("IDX:".length()), units);
            }
        }
        return units;
    }

    /** Counts the GPUs with allocated shards in {@code gres_used}, by type. */
    public static GpuCounts sharded(String gresUsed) {
        int shards = gresUsed.indexOf("shard:");
        GpuCounts sharded = GpuCounts.NONE;
        for (GpuUnit unit : shards < 0 ? List.<GpuUnit>of() : parse(gresUsed.substring(shards))) {
            sharded = sharded.plus(GpuCounts.of(unit.type(), 1));
        }
        return sharded;
    }

    /** Adds the GPUs of an index list such as {@code 0-1,3}; {@code N/A} and an empty list have no index. */
    private static void addIndexes(String type, String ranges, List<GpuUnit> units) {
        Hostlist.names("[" + ranges + "]").stream()
                .filter(index -> INDEX.matcher(index).matches())
                .mapToInt(Integer::parseInt)
                .filter(index -> index <= MAX_INDEX)
                .forEach(index -> units.add(new GpuUnit(type, index, 1)));
    }

    /**
     * Reads allocated/total shards of each GPU; Slurm 26.05 writes {@code -/4} for a GPU that is allocated as a whole.
     */
    private static void addShards(String type, String shards, List<GpuUnit> units) {
        String[] byGpu = shards.split(",", MAX_INDEX);
        for (int index = 0; index < byGpu.length; index++) {
            int slash = byGpu[index].indexOf('/');
            long held = GpuCounts.count(byGpu[index].substring(0, Math.max(0, slash)));
            long all = GpuCounts.count(byGpu[index].substring(slash + 1));
            if (held > 0 && held <= all) {
                units.add(new GpuUnit(type, index, (double) held / all));
            }
        }
    }
}
