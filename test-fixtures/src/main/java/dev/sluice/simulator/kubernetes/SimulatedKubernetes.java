package dev.sluice.simulator.kubernetes;

import dev.sluice.lab.scheduling.Controller;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ResourceType;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The Kubernetes of a simulated Slurm cluster: machines, NodeSets with their operator, and an autoscaler for each
 * NodeSet. Only the simulated cluster calls {@link #step}. All other methods are thread-safe.
 */
public final class SimulatedKubernetes {
    /** Seconds from the assignment of a pod's machine to the registration of the pod's slurmd. */
    private static final long START_DELAY = 90;

    private final ObjectStore store = new ObjectStore();
    private final List<NodeSetState> nodeSets = new ArrayList<>();
    private final List<HpaState> autoscalers = new ArrayList<>();
    private volatile MetricSource metrics = MetricSource.NONE;
    private volatile boolean slurmrestdResponds = true;
    private boolean everHadMetrics;

    /**
     * Creates the NodeSets with their initial pods. All these pods are ready.
     *
     * @param now simulated time in epoch seconds
     */
    public SimulatedKubernetes(List<NodeSetSpec> specs, Controller slurm, long now) {
        for (NodeSetSpec spec : specs) {
            NodeSetState set = new NodeSetState(spec, nodeSets.size(), slurm, store);
            nodeSets.add(set);
            set.machines().forEach(machine -> store.apply(ResourceType.NODES, NodeSetObject.machine(machine, now)));
            store.apply(ResourceType.NODE_SETS, NodeSetObject.of(spec, now));
            autoscalers.add(new HpaState(set, store, now));
        }
        // The first pods are scheduled and started at once.
        for (int i = 0; i < 2; i++) {
            nodeSets.forEach(set -> set.reconcile(now, 0, true));
        }
    }

    /** Runs the operator and the autoscalers at a simulated time. */
    public void step(long now) {
        nodeSets.forEach(set -> set.reconcile(now, START_DELAY, slurmrestdResponds));
        MetricSource source = metrics;
        if (!everHadMetrics && source != MetricSource.NONE) {
            everHadMetrics = true;
            autoscalers.forEach(HpaState::forget);
        }
        autoscalers.forEach(autoscaler -> autoscaler.step(now, source));
    }

    /**
     * Sets the metric source of the autoscalers. Without a source, the autoscalers change nothing. The first source
     * discards the history of the autoscalers, so that its first value does not scale down a NodeSet before the
     * stabilization window has passed.
     */
    public synchronized void metricsFrom(MetricSource source) {
        MetricSource before = metrics;
        metrics = source;
        if (before instanceof HttpMetricSource http) {
            http.close();
        }
    }

    /** Sets the adapter at this URL as the metric source. */
    public void metricsFrom(String url) {
        metricsFrom(HttpMetricSource.at(url));
    }

    /** Sets whether slurmrestd responds to the operator. */
    public void slurmrestdResponds(boolean responds) {
        slurmrestdResponds = responds;
    }

    /** Scales a NodeSet, like {@code kubectl scale nodeset}. */
    public void scale(String nodeSet, int replicas) {
        nodeSet(nodeSet).setReplicas(replicas);
    }

    NodeSetState nodeSet(String name) {
        return nodeSets.stream()
                .filter(set -> set.spec().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no NodeSet " + name));
    }

    /** Serves the API on a free port, with a bookmark every minute. */
    public SimulatedApiServer serve() throws IOException {
        return serve(Duration.ofMinutes(1));
    }

    /** Serves the API with the given interval of bookmarks. */
    public SimulatedApiServer serve(Duration bookmarkEvery) throws IOException {
        return new SimulatedApiServer(store, bookmarkEvery, System::nanoTime, this::metricsFrom);
    }
}
