package dev.sluice.simulator.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** A NodeSet as the operator keeps it: its pods by ordinal, its machines, and the records of pods that are gone. */
final class NodeSetState {
    private final NodeSetSpec spec;
    private final List<Machine> machines = new ArrayList<>();
    private final SortedMap<Integer, Worker> workers = new TreeMap<>();
    private final Map<Integer, Long> ghosts = new TreeMap<>();
    private int busyDrains;
    private int undrains;

    /**
     * A NodeSet without pods.
     *
     * @param pool its position among all
     */
    NodeSetState(NodeSetSpec spec, int pool) {
        this.spec = spec;
        for (int number = 0; number < spec.machines(); number++) {
            machines.add(new Machine(spec, pool, number));
        }
    }

    NodeSetSpec spec() {
        return spec;
    }

    List<Machine> machines() {
        return List.copyOf(machines);
    }

    /** All pods in order of their ordinals, those that are terminating included. */
    List<Worker> workers() {
        return List.copyOf(workers.values());
    }

    /** Pods that are not terminating. */
    List<Worker> live() {
        return workers.values().stream().filter(w -> !w.isTerminating()).toList();
    }

    /** Fills gaps below the wanted number; an ordinal whose pod is still terminating is taken. */
    void createUpTo(int wanted, long now) {
        int missing = wanted - live().size();
        for (int ordinal = 0; ordinal < wanted && missing > 0; ordinal++) {
            if (!workers.containsKey(ordinal)) {
                workers.put(ordinal, new Worker(spec, ordinal, now));
                missing--;
            }
        }
    }

    void remove(Worker worker) {
        workers.remove(worker.ordinal());
    }

    List<Machine> freeMachines() {
        List<Machine> free = new ArrayList<>(machines);
        workers.values().forEach(worker -> worker.machine().ifPresent(free::remove));
        return free;
    }

    void haunt(int ordinal, long now) {
        ghosts.put(ordinal, now);
    }

    void exorcise(int ordinal) {
        ghosts.remove(ordinal);
    }

    /** Ordinals of pods that are gone, the oldest first, whose Slurm records are still there. */
    List<Integer> ghosts() {
        return ghosts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Ghosts that have been there since that time or before. */
    List<Integer> ghostsSince(long time) {
        return new TreeSet<>(ghosts.keySet())
                .stream()
                        .filter(ordinal -> ghosts.getOrDefault(ordinal, Long.MAX_VALUE) <= time)
                        .toList();
    }

    int busyDrains() {
        return busyDrains;
    }

    void busyDrained() {
        busyDrains++;
    }

    int undrains() {
        return undrains;
    }

    void undrained() {
        undrains++;
    }
}
