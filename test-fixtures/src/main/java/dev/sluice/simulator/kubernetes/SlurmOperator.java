package dev.sluice.simulator.kubernetes;

import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.Trees;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Slinky's slurm-operator 1.2 with scheduler and kubelet: makes pods until there are as many as the NodeSet wants, and
 * removes none before Slurm has drained it.
 */
final class SlurmOperator {
    /** The operator never undoes a drain whose reason begins otherwise. */
    private static final String SIGN = "slurm-operator:";

    /** Seconds between looks at a node that is to be drained. */
    private static final long REQUEUE = 30;

    /** Seconds that a pod takes to end. */
    private static final long GRACE = 10;

    private static final int MOST_GHOSTS = 4;

    private final ObjectStore store;
    private final SlurmControl slurm;
    private final Duration startDelay;
    private final Duration ghostsKept;

    SlurmOperator(ObjectStore store, SlurmControl slurm, KubernetesOptions options) {
        this.store = store;
        this.slurm = slurm;
        this.startDelay = options.startDelay();
        this.ghostsKept = options.ghostsKept();
    }

    /** One look at a NodeSet. */
    void reconcile(NodeSetState set, long now) {
        finishTerminating(set, now);
        schedule(set, now);
        start(set, now);
        look(set, now);
        scale(set, NodeSets.replicas(store, set.spec()), now);
        layGhosts(set, now);
        look(set, now);
        publish(set);
    }

    private void finishTerminating(NodeSetState set, long now) {
        for (Worker worker : set.workers()) {
            if (worker.isTerminating() && now >= worker.deletedAt() + GRACE) {
                set.remove(worker);
                store.delete(set.spec().podKey(worker.ordinal()));
            }
        }
    }

    private static void schedule(NodeSetState set, long now) {
        Iterator<Machine> free = set.freeMachines().iterator();
        for (Worker worker : set.live()) {
            // Pods beyond the machines wait in any case; that it is always the same ones keeps Slurm's nodes few.
            boolean hasNode = worker.ordinal() < set.spec().machines();
            if (worker.machine().isEmpty() && hasNode && free.hasNext()) {
                worker.bind(free.next(), now);
            }
        }
    }

    private void start(NodeSetState set, long now) {
        for (Worker worker : set.live()) {
            boolean due = now >= worker.scheduledAt() + startDelay.toSeconds();
            if (worker.machine().isPresent() && !worker.isReady() && due) {
                slurm.register(worker.slurmName(), NodeSetJson.comment(worker));
                set.exorcise(worker.ordinal());
                worker.ready(now);
            }
        }
    }

    /** A record that an earlier pod has left behind says nothing about this one. */
    private void look(NodeSetState set, long now) {
        for (Worker worker : set.workers()) {
            boolean registered = worker.readyAt() != 0;
            worker.seen(registered ? slurm.node(worker.slurmName()) : Optional.empty(), now);
        }
    }

    private void scale(NodeSetState set, int wanted, long now) {
        List<Worker> live = set.live();
        set.createUpTo(wanted, now);
        int tooMany = Math.max(0, live.size() - wanted);
        List<Worker> ordered = new ArrayList<>(live);
        ordered.sort(VictimOrder.FIRST_TO_GO);
        ordered.subList(0, tooMany).forEach(worker -> condemn(set, worker, now));
        ordered.subList(tooMany, ordered.size()).forEach(worker -> keep(set, worker));
    }

    private void condemn(NodeSetState set, Worker worker, long now) {
        if (!worker.isCordoned()) {
            worker.cordon();
            worker.recheckAt(now + REQUEUE);
            worker.slurm().ifPresent(node -> drain(set, worker, node));
        } else if (now >= worker.recheckAt()) {
            worker.recheckAt(now + REQUEUE);
            // A node that Slurm does not know counts as drained.
            if (worker.slurm().map(SlurmOperator::drained).orElse(true)) {
                terminate(set, worker, now);
            }
        }
    }

    private void drain(NodeSetState set, Worker worker, SlurmNode node) {
        if (node.busy()) {
            set.busyDrained();
        }
        if (!node.draining()) {
            String pod = NodeSetSpec.NAMESPACE + "/" + worker.podName();
            slurm.drain(worker.slurmName(), SIGN + " Pod (" + pod + ") pending termination for scale-in");
        }
    }

    private static boolean drained(SlurmNode node) {
        return node.draining() && !node.busy();
    }

    private void terminate(NodeSetState set, Worker worker, long now) {
        if (worker.readyAt() != 0) {
            // What the pod's preStop hook does since operator 1.2; the record stays.
            slurm.down(worker.slurmName(), "Pod is terminating");
            set.haunt(worker.ordinal(), now);
        }
        worker.terminate(now);
    }

    private void keep(NodeSetState set, Worker worker) {
        if (!worker.isCordoned()) {
            return;
        }
        worker.uncordon();
        boolean own = worker.slurm()
                .filter(node -> node.draining() && node.reason().startsWith(SIGN))
                .isPresent();
        if (own) {
            slurm.undrain(worker.slurmName());
            set.undrained();
        }
    }

    /** The real operator leaves these records for ever; here they go after a while, so that a long demo stays tidy. */
    private void layGhosts(NodeSetState set, long now) {
        List<Integer> old = new ArrayList<>(set.ghostsSince(now - ghostsKept.toSeconds()));
        List<Integer> all = set.ghosts();
        old.addAll(all.subList(0, Math.max(0, all.size() - MOST_GHOSTS)));
        for (int ordinal : old) {
            boolean ending = set.workers().stream().anyMatch(w -> w.ordinal() == ordinal && w.isTerminating());
            if (!ending) {
                slurm.forget(set.spec().slurmNode(ordinal));
                set.exorcise(ordinal);
            }
        }
    }

    private void publish(NodeSetState set) {
        for (Worker worker : set.workers()) {
            store.apply(set.spec().podKey(worker.ordinal()), PodJson.of(worker));
        }
        store.update(set.spec().key(), body -> Trees.with(body, "status", NodeSetJson.status(set, body)));
    }
}
