package dev.sluice.simulator.kubernetes;

import dev.sluice.lab.scheduling.controller.Controller;
import dev.sluice.simulator.kubernetes.KubernetesTruth.OfNodeSet;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ResourceType;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import dev.sluice.simulator.kubernetes.hpa.HttpMetricSource;
import dev.sluice.simulator.kubernetes.hpa.MetricSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The Kubernetes of a simulated Slurm cluster: machines, NodeSets with their operator, and an autoscaler for each
 * NodeSet. Only the simulated cluster calls {@link #step}. All other methods are thread-safe.
 */
public final class SimulatedKubernetes {
    private static final MetricSource NONE = MetricSource.none();

    private final ObjectStore store = new ObjectStore();
    private final List<NodeSetState> nodeSets = new ArrayList<>();
    private final List<HpaState> autoscalers = new ArrayList<>();
    private final SlurmOperator operator;
    private volatile MetricSource metrics = NONE;
    private volatile boolean slurmrestdResponds = true;
    private boolean everHadMetrics;
    private volatile KubernetesTruth truth = new KubernetesTruth(List.of());

    /**
     * Creates the NodeSets with their initial pods. All these pods are ready.
     *
     * @param now simulated time in epoch seconds
     */
    public SimulatedKubernetes(List<NodeSetSpec> specs, Controller slurm, KubernetesOptions options, long now) {
        this.operator = new SlurmOperator(store, slurm, options);
        for (NodeSetSpec spec : specs) {
            NodeSetState set = new NodeSetState(spec, nodeSets.size(), slurm, store, options);
            nodeSets.add(set);
            set.machines().forEach(machine -> store.apply(ResourceType.NODES, NodeSetObject.machine(machine, now)));
            store.apply(ResourceType.NODE_SETS, NodeSetObject.of(spec, now));
            autoscalers.add(new HpaState(set, store, options.hpaWindow(), now));
        }
        // This operator creates pods that are already scheduled and started.
        SlurmOperator atOnce = new SlurmOperator(store, slurm, options.withStartDelay(Duration.ZERO));
        for (int i = 0; i < 2; i++) {
            nodeSets.forEach(set -> atOnce.reconcile(set, now, true));
        }
        look();
    }

    /** Runs the operator and the autoscalers at a simulated time. */
    public void step(long now) {
        nodeSets.forEach(set -> operator.reconcile(set, now, slurmrestdResponds));
        MetricSource source = metrics;
        if (!everHadMetrics && source != NONE) {
            everHadMetrics = true;
            autoscalers.forEach(HpaState::forget);
        }
        for (int i = 0; i < autoscalers.size(); i++) {
            HpaState autoscaler = autoscalers.get(i);
            if (autoscaler.due(now)) {
                String name = nodeSets.get(i).spec().name();
                autoscaler.look(now, source.desiredReplicas(NodeSetSpec.NAMESPACE, name));
            }
        }
        look();
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
        NodeSetState set = nodeSets.stream()
                .filter(s -> s.spec().name().equals(nodeSet))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no NodeSet " + nodeSet));
        set.setReplicas(replicas);
    }

    /** Serves the API on a port (0 for a free port), with a bookmark every minute. */
    public SimulatedApiServer serve(int port) throws IOException {
        return serve(port, Duration.ofMinutes(1));
    }

    /** Serves the API with the given interval of bookmarks. */
    public SimulatedApiServer serve(int port, Duration bookmarkEvery) throws IOException {
        return SimulatedApiServer.start(store, port, bookmarkEvery, this::metricsFrom);
    }

    /** Returns the current actual state. */
    public KubernetesTruth truth() {
        return truth;
    }

    private void look() {
        List<OfNodeSet> all = new ArrayList<>();
        for (int i = 0; i < nodeSets.size(); i++) {
            NodeSetState set = nodeSets.get(i);
            List<Worker> workers = set.workers();
            all.add(new OfNodeSet(
                    set.spec().name(),
                    set.replicas(),
                    workers.stream().map(worker -> worker.pod().name()).toList(),
                    workers.stream()
                            .filter(worker -> worker.pod().ready())
                            .map(worker -> worker.pod().node())
                            .toList(),
                    workers.stream()
                            .filter(w -> w.pod().cordoned() || w.pod().terminating())
                            .map(worker -> worker.pod().name())
                            .toList(),
                    set.ghosts().stream().map(set.spec()::slurmNode).toList(),
                    autoscalers.get(i).metric(),
                    set.controller().busyDrains()));
        }
        truth = new KubernetesTruth(all);
    }
}
