package dev.sluice.simulator.kubernetes;

import dev.sluice.lab.nodeset.SlurmNode;
import dev.sluice.lab.nodeset.SlurmNodes;
import dev.sluice.lab.scheduling.NodeFlag;
import dev.sluice.lab.scheduling.NodeState;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A fake Slurm. The test sets the busy nodes. */
final class FakeSlurm implements SlurmNodes {
    private record Entry(NodeState base, boolean drain, String reason, long deadline) {}

    private final SortedMap<String, Entry> nodes = new TreeMap<>();

    void busyUntil(String name, long deadline) {
        Entry entry = entry(name);
        nodes.put(name, new Entry(NodeState.MIXED, entry.drain(), entry.reason(), deadline));
    }

    private Entry entry(String name) {
        return Optional.ofNullable(nodes.get(name)).orElseThrow();
    }

    @Override
    public Optional<SlurmNode> node(String name) {
        return Optional.ofNullable(nodes.get(name)).map(entry -> {
            Set<NodeFlag> flags = EnumSet.of(NodeFlag.DYNAMIC_NORM);
            if (entry.drain()) {
                flags.add(NodeFlag.DRAIN);
            }
            return new SlurmNode(entry.base(), flags, entry.reason(), entry.deadline());
        });
    }

    @Override
    public void register(String name) {
        nodes.put(name, new Entry(NodeState.IDLE, false, "", 0));
    }

    @Override
    public void comment(String name, String comment) {}

    @Override
    public void drain(String name, String reason) {
        Entry entry = entry(name);
        nodes.put(name, new Entry(entry.base(), true, reason, entry.deadline()));
    }

    @Override
    public void undrain(String name, String reason) {
        Entry entry = entry(name);
        nodes.put(name, new Entry(entry.base(), false, reason, entry.deadline()));
    }

    @Override
    public void resume(String name) {
        register(name);
    }

    @Override
    public void down(String name, String reason) {
        nodes.put(name, new Entry(NodeState.DOWN, entry(name).drain(), reason, 0));
    }

    @Override
    public void silence(String name) {}

    @Override
    public void forget(String name) {
        nodes.remove(name);
    }
}
