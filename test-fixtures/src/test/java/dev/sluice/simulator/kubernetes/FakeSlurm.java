package dev.sluice.simulator.kubernetes;

import dev.sluice.lab.nodeset.SlurmNode;
import dev.sluice.lab.nodeset.SlurmNodes;
import dev.sluice.lab.scheduling.NodeFlag;
import dev.sluice.lab.scheduling.NodeState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A fake Slurm that records the received commands. The test sets the busy nodes. */
final class FakeSlurm implements SlurmNodes {
    private record Entry(NodeState base, boolean drain, String reason, long deadline) {}

    private final SortedMap<String, Entry> nodes = new TreeMap<>();
    private final List<String> told = new ArrayList<>();

    /** Returns the commands since the last call. */
    List<String> told() {
        List<String> said = List.copyOf(told);
        told.clear();
        return said;
    }

    void busyUntil(String name, long deadline) {
        Entry entry = entry(name);
        nodes.put(name, new Entry(NodeState.MIXED, entry.drain(), entry.reason(), deadline));
    }

    void idle(String name) {
        Entry entry = entry(name);
        nodes.put(name, new Entry(NodeState.IDLE, entry.drain(), entry.reason(), 0));
    }

    String reason(String name) {
        return entry(name).reason();
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
        told.add("register " + name);
        nodes.put(name, new Entry(NodeState.IDLE, false, "", 0));
    }

    @Override
    public void comment(String name, String comment) {
        told.add("comment " + name);
    }

    @Override
    public void drain(String name, String reason) {
        told.add("drain " + name);
        Entry entry = entry(name);
        nodes.put(name, new Entry(entry.base(), true, reason, entry.deadline()));
    }

    @Override
    public void undrain(String name, String reason) {
        told.add("undrain " + name);
        Entry entry = entry(name);
        nodes.put(name, new Entry(entry.base(), false, reason, entry.deadline()));
    }

    @Override
    public void resume(String name) {
        register(name);
    }

    @Override
    public void down(String name, String reason) {
        told.add("down " + name);
        nodes.put(name, new Entry(NodeState.DOWN, entry(name).drain(), reason, 0));
    }

    @Override
    public void silence(String name) {}

    @Override
    public void forget(String name) {
        told.add("forget " + name);
        nodes.remove(name);
    }
}
