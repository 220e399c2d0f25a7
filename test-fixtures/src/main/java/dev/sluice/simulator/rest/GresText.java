package dev.sluice.simulator.rest;

import dev.sluice.lab.scheduling.NodeAllocation;
import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.SimulatedNode;
import java.util.ArrayList;
import java.util.List;

/** Slurm's GRES strings of nodes and allocations. The type of a used GPU without a type is {@code (null)}. */
final class GresText {
    private GresText() {}

    /** Returns {@code gpu:a100:4,gpu:a100_1g.10gb:4}, or {@code gpu:4} without types. */
    static String configured(NodeSpec node) {
        List<String> parts = new ArrayList<>();
        for (String type : node.distinctGpuTypes()) {
            parts.add("gpu:" + (type.isEmpty() ? "" : type + ":")
                    + node.indicesOf(type).size());
        }
        return String.join(",", parts);
    }

    /** Returns {@code gpu:a100:2(IDX:0,2),gpu:l40s:0(IDX:N/A)}. */
    static String used(SimulatedNode node) {
        return String.join(",", byType(node.spec(), node.free().busyGpus(), true));
    }

    /** Returns one entry per node on which the job has GPUs. */
    static List<String> detail(List<NodeAllocation> allocations) {
        return allocations.stream()
                .map(allocation -> String.join(",", byType(allocation.node(), allocation.gpus(), false)))
                .filter(detail -> !detail.isEmpty())
                .toList();
    }

    private static List<String> byType(NodeSpec node, List<Integer> busy, boolean withIdle) {
        List<String> parts = new ArrayList<>();
        for (String type : node.distinctGpuTypes()) {
            List<Integer> held =
                    node.indicesOf(type).stream().filter(busy::contains).toList();
            if (withIdle || !held.isEmpty()) {
                String indices = held.isEmpty() ? "N/A" : RangeText.numbers(held);
                parts.add("gpu:" + (type.isEmpty() ? "(null)" : type) + ":" + held.size() + "(IDX:" + indices + ")");
            }
        }
        return parts;
    }
}
