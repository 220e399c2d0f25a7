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

    public FreeResources(NodeSpec spec) {
        this(spec, spec.cpus(), spec.memory(), new BitSet());
    }

    private FreeResources(NodeSpec spec, int cpus, long memory, BitSet busyGpus) {
        this.spec = spec;
        this.cpus = cpus;
        this.memory = memory;
        this.busyGpus = busyGpus;
    }

    public FreeResources copy() {
        return new FreeResources(spec, cpus, memory, (BitSet) busyGpus.clone());
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

    /** Returns the indices of the allocated GPUs. */
    public List<Integer> busyGpus() {
        return busyGpus.stream().boxed().toList();
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
        if (need.exclusive()) {
            List<Integer> all =
                    IntStream.range(0, spec.gpuTypes().size()).boxed().toList();
            return Optional.of(new NodeAllocation(spec, spec.cpus(), need.memory(), all));
        }
        List<Integer> taken = List.copyOf(gpus.subList(0, need.gpus()));
        return Optional.of(new NodeAllocation(spec, need.cpus(), need.memory(), taken));
    }

    public void take(NodeAllocation allocation) {
        cpus -= allocation.cpus();
        memory -= allocation.memory();
        allocation.gpus().forEach(busyGpus::set);
    }

    public void give(NodeAllocation allocation) {
        cpus += allocation.cpus();
        memory += allocation.memory();
        allocation.gpus().forEach(busyGpus::clear);
    }

    private List<Integer> freeGpus(Need need) {
        List<Integer> free = new ArrayList<>();
        for (int gpu = 0; gpu < spec.gpuTypes().size(); gpu++) {
            boolean fits = need.gpuType().isEmpty()
                    || spec.gpuTypes().get(gpu).equals(need.gpuType().get());
            if (fits && !busyGpus.get(gpu)) {
                free.add(gpu);
            }
        }
        return free;
    }
}
