package dev.sluice.simulator.rest.text;

import dev.sluice.lab.scheduling.NodeAllocation;
import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.simulator.cluster.NodeRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Slurm's GRES strings of nodes and allocations. The type of a used GPU without a type is {@code (null)}. */
public final class GresText {
    private GresText() {}

    /** Returns {@code gpu:a100:4,gpu:a100_1g.10gb:4}, or {@code gpu:4} without types. */
    public static String configured(NodeSpec node) {
        List<String> parts = new ArrayList<>();
        for (String type : node.distinctGpuTypes()) {
            parts.add("gpu:" + (type.isEmpty() ? "" : type + ":")
                    + node.indicesOf(type).size());
        }
        if (node.shardsPerGpu() > 0) {
            parts.add("shard:" + node.distinctGpuTypes().get(0) + ":"
                    + node.shardsPerGpu() * node.gpuTypes().size());
        }
        return String.join(",", parts);
    }

    /** Returns {@code gpu:l40s:2(IDX:0,2),shard:l40s:4(-/4,4/4,-/4,0/4)}. */
    public static String used(NodeRecord node) {
        NodeSpec spec = node.spec();
        List<String> parts = new ArrayList<>(byType(spec, node.free().busyGpus(), true));
        if (spec.shardsPerGpu() > 0) {
            parts.add(shards(spec, node.free().busyGpus(), node.free().usedShards()));
        }
        return String.join(",", parts);
    }

    /** Returns one entry per node on which the job has GPUs or shards. */
    public static List<String> detail(List<NodeAllocation> allocations) {
        List<String> details = new ArrayList<>();
        for (NodeAllocation a : allocations) {
            List<String> parts = new ArrayList<>(byType(a.node(), a.gpus(), false));
            a.shardedGpu()
                    .ifPresent(gpu -> parts.add(shards(
                            a.node(),
                            List.of(),
                            IntStream.range(0, a.node().gpuTypes().size())
                                    .mapToObj(i -> i == gpu ? a.shards() : 0)
                                    .toList())));
            if (!parts.isEmpty()) {
                details.add(String.join(",", parts));
            }
        }
        return details;
    }

    private static List<String> byType(NodeSpec node, List<Integer> busy, boolean withIdle) {
        List<String> parts = new ArrayList<>();
        for (String type : node.distinctGpuTypes()) {
            List<Integer> held =
                    node.indicesOf(type).stream().filter(busy::contains).toList();
            if (withIdle || !held.isEmpty()) {
                String indices = held.isEmpty() ? "N/A" : NumberRanges.of(held);
                parts.add("gpu:" + (type.isEmpty() ? "(null)" : type) + ":" + held.size() + "(IDX:" + indices + ")");
            }
        }
        return parts;
    }

    private static String shards(NodeSpec node, List<Integer> wholeGpus, List<Integer> byGpu) {
        String perGpu = IntStream.range(0, byGpu.size())
                .mapToObj(i -> (wholeGpus.contains(i) ? "-" : byGpu.get(i)) + "/" + node.shardsPerGpu())
                .collect(Collectors.joining(","));
        int all = byGpu.stream().mapToInt(Integer::intValue).sum();
        return "shard:" + node.distinctGpuTypes().get(0) + ":" + all + "(" + perGpu + ")";
    }
}
