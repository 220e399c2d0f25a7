package dev.sluice.simulator;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What is free on one node, GPU by GPU. Memory in MiB. */
final class FreeResources {
    private final NodeSpec spec;
    private int cpus;
    private long memory;
    private final BitSet busyGpus;
    private final int[] usedShards;

    FreeResources(NodeSpec spec) {
        this(
                spec,
                spec.cpus(),
                spec.memory(),
                new BitSet(),
                new int[spec.gpuTypes().size()]);
    }

    private FreeResources(NodeSpec spec, int cpus, long memory, BitSet busyGpus, int[] usedShards) {
        this.spec = spec;
        this.cpus = cpus;
        this.memory = memory;
        this.busyGpus = busyGpus;
        this.usedShards = usedShards;
    }

    FreeResources copy() {
        return new FreeResources(spec, cpus, memory, (BitSet) busyGpus.clone(), usedShards.clone());
    }

    int cpus() {
        return cpus;
    }

    NodeUse use() {
        return new NodeUse(
                spec.cpus() - cpus,
                spec.memory() - memory,
                busyGpus.stream().boxed().toList(),
                IntStream.of(usedShards).boxed().toList());
    }

    /** The allocation that would satisfy the need; the node keeps what it has until {@link #take}. */
    Optional<NodeAllocation> offer(Need need) {
        if (need.cpus() > cpus || need.memory() > memory) {
            return Optional.empty();
        }
        List<Integer> gpus = freeGpus(need.gpuType());
        if (gpus.size() < need.gpus()) {
            return Optional.empty();
        }
        Optional<Integer> sharded = need.shards() == 0 ? Optional.empty() : gpuWithShards(need.shards());
        if (need.shards() > 0 && sharded.isEmpty()) {
            return Optional.empty();
        }
        List<Integer> taken = List.copyOf(gpus.subList(0, need.gpus()));
        return Optional.of(new NodeAllocation(spec, need.cpus(), need.memory(), taken, sharded, need.shards()));
    }

    void take(NodeAllocation allocation) {
        cpus -= allocation.cpus();
        memory -= allocation.memory();
        allocation.gpus().forEach(busyGpus::set);
        allocation.shardedGpu().ifPresent(gpu -> usedShards[gpu] += allocation.shards());
    }

    void give(NodeAllocation allocation) {
        cpus += allocation.cpus();
        memory += allocation.memory();
        allocation.gpus().forEach(busyGpus::clear);
        allocation.shardedGpu().ifPresent(gpu -> usedShards[gpu] -= allocation.shards());
    }

    private List<Integer> freeGpus(Optional<String> type) {
        List<Integer> free = new ArrayList<>();
        for (int gpu = 0; gpu < usedShards.length; gpu++) {
            boolean fits = type.isEmpty() || spec.gpuTypes().get(gpu).equals(type.get());
            if (fits && !busyGpus.get(gpu) && usedShards[gpu] == 0) {
                free.add(gpu);
            }
        }
        return free;
    }

    /** The fullest GPU that still has room, so that whole GPUs stay free for others. */
    private Optional<Integer> gpuWithShards(int wanted) {
        return IntStream.range(0, usedShards.length)
                .filter(gpu -> !busyGpus.get(gpu) && usedShards[gpu] + wanted <= spec.shardsPerGpu())
                .boxed()
                .max((a, b) -> usedShards[a] != usedShards[b]
                        ? Integer.compare(usedShards[a], usedShards[b])
                        : Integer.compare(b, a));
    }
}
