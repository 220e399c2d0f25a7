package dev.sluice.simulator.kubernetes;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A slurmd pod and what has happened to it. Times are epoch seconds of the simulation, 0 for not yet. */
final class Worker {
    private final NodeSetSpec nodeSet;
    private final int ordinal;
    private final long createdAt;
    private final Map<String, Instant> conditionsSince = new LinkedHashMap<>();
    private Optional<Machine> machine = Optional.empty();
    private Optional<SlurmNode> slurm = Optional.empty();
    private long scheduledAt;
    private long readyAt;
    private long recheckAt;
    private long deletedAt;
    private boolean cordoned;

    Worker(NodeSetSpec nodeSet, int ordinal, long createdAt) {
        this.nodeSet = nodeSet;
        this.ordinal = ordinal;
        this.createdAt = createdAt;
    }

    NodeSetSpec nodeSet() {
        return nodeSet;
    }

    int ordinal() {
        return ordinal;
    }

    String slurmName() {
        return nodeSet.slurmNode(ordinal);
    }

    String podName() {
        return nodeSet.pod(ordinal);
    }

    long createdAt() {
        return createdAt;
    }

    Optional<Machine> machine() {
        return machine;
    }

    void bind(Machine to, long now) {
        machine = Optional.of(to);
        scheduledAt = now;
    }

    long scheduledAt() {
        return scheduledAt;
    }

    boolean isReady() {
        return readyAt != 0 && !isTerminating();
    }

    long readyAt() {
        return readyAt;
    }

    void ready(long now) {
        readyAt = now;
    }

    boolean isCordoned() {
        return cordoned;
    }

    long recheckAt() {
        return recheckAt;
    }

    void recheckAt(long time) {
        recheckAt = time;
    }

    void cordon() {
        cordoned = true;
    }

    void uncordon() {
        cordoned = false;
    }

    boolean isTerminating() {
        return deletedAt != 0;
    }

    long deletedAt() {
        return deletedAt;
    }

    void terminate(long now) {
        deletedAt = now;
    }

    /** The node as the operator has last seen it; empty before the slurmd has registered. */
    Optional<SlurmNode> slurm() {
        return slurm;
    }

    /** Notes what Slurm says, and since when each of its states holds. */
    void seen(Optional<SlurmNode> node, long now) {
        slurm = node;
        List<String> states = node.map(SlurmNode::states).orElse(List.of());
        conditionsSince.keySet().retainAll(states);
        states.forEach(state -> conditionsSince.putIfAbsent(state, Instant.ofEpochSecond(now)));
    }

    Instant since(String state) {
        return conditionsSince.getOrDefault(state, Instant.ofEpochSecond(createdAt));
    }

    boolean busy() {
        return slurm.map(SlurmNode::busy).orElse(false);
    }

    /** When its last job must be over, 0 where it has none. */
    long deadline() {
        return slurm.map(SlurmNode::deadline).orElse(0L);
    }
}
