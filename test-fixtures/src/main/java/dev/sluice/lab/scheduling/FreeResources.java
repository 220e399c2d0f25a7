package dev.sluice.lab.scheduling;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The free resources of one node. Each GPU counts separately; memory is in MiB. */
public final class FreeResources {
    private final NodeSpec spec;
    private int cpus;
    private long memory;
    private final BitSet busyGpus;
    private final int[] usedShards;

    public FreeResources(NodeSpec spec) {
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

    public FreeResources copy() {
        return new FreeResources(spec, cpus, memory, (BitSet) busyGpus.clone(), usedShards.clone());
    }

    public NodeSpec node() {
        return spec;
    }

    public int cpus() {
        return cpus;
    }

    public long memory() {
        return memory;
    }

    public int usedCpus() {
        return spec.cpus() - cpus;
    }

    public long usedMemory() {
        return spec.memory() - memory;
    }

    /** Returns the indices of GPUs that are allocated as a whole, not by shards. */
    public List<Integer> busyGpus() {
        return busyGpus.stream().boxed().toList();
    }

    /** Returns the allocated shards of each GPU. */
    public List<Integer> usedShards() {
        return IntStream.of(usedShards).boxed().toList();
    }

    /** Returns true if no job has an allocation on the node. */
    boolean isEmpty() {
        return cpus == spec.cpus();
    }

    /** Returns a possible allocation that satisfies the need; only {@link #take} allocates the resources. */
    public Optional<NodeAllocation> offer(Need need) {
        if (need.cpus() > cpus || need.memory() > memory || (need.exclusive() && !isEmpty())) {
            return Optional.empty();
        }
        List<Integer> gpus = freeGpus(need);
        if (gpus.size() < need.gpus()) {
            return Optional.empty();
        }
        Optional<Integer> sharded = need.shards() == 0 ? Optional.empty() : gpuWithShards(need.shards());
        if (need.shards() > 0 && sharded.isEmpty()) {
            return Optional.empty();
        }
        List<Integer> taken = List.copyOf(gpus.subList(0, need.gpus()));
        int taking = need.exclusive() ? spec.cpus() : need.cpus();
        return Optional.of(new NodeAllocation(spec, taking, need.memory(), taken, sharded, need.shards()));
    }

    public void take(NodeAllocation allocation) {
        cpus -= allocation.cpus();
        memory -= allocation.memory();
        allocation.gpus().forEach(busyGpus::set);
        allocation.shardedGpu().ifPresent(gpu -> usedShards[gpu] += allocation.shards());
    }

    public void give(NodeAllocation allocation) {
        cpus += allocation.cpus();
        memory += allocation.memory();
        allocation.gpus().forEach(busyGpus::clear);
        allocation.shardedGpu().ifPresent(gpu -> usedShards[gpu] -= allocation.shards());
    }

    private List<Integer> freeGpus(Need need) {
        List<Integer> free = new ArrayList<>();
        for (int gpu = 0; gpu < usedShards.length; gpu++) {
            boolean fits = need.gpuType().isEmpty()
                    || spec.gpuTypes().get(gpu).equals(need.gpuType().get());
            if (fits && !busyGpus.get(gpu) && usedShards[gpu] == 0) {
                free.add(gpu);
            }
        }
        return free;
    }

    /**
     * Of the GPUs with enough free shards, returns the GPU with the most used shards, so that as many GPUs as possible
     * stay completely free.
     */
    private Optional<Integer> gpuWithShards(int wanted) {
        return IntStream.range(0, usedShards.length)
                .filter(gpu -> !busyGpus.get(gpu) && usedShards[gpu] + wanted <= spec.shardsPerGpu())
                .boxed()
                .max((a, b) -> usedShards[a] != usedShards[b]
                        ? Integer.compare(usedShards[a], usedShards[b])
                        : Integer.compare(b, a));
    }
}
