package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.SmallCluster.Kind;
import dev.sluice.exporter.derive.scaling.SmallCluster.Machine;
import dev.sluice.exporter.derive.scaling.SmallCluster.NodeSet;
import dev.sluice.exporter.derive.scaling.SmallCluster.Request;
import dev.sluice.exporter.derive.scaling.SmallCluster.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Tries every way to place jobs on nodes. Each added node has the best of the node sizes of its NodeSet, so that the
 * result is a true minimum. The existing empty nodes do not count as added nodes.
 */
final class BruteForce {

    private static final int NEVER = Integer.MAX_VALUE;

    private final List<NodeSet> sets;
    private final List<Request> units;
    /** Maximum number of added nodes of each NodeSet. Busy nodes and empty nodes do not count as added nodes. */
    private final int[] limits;

    private final boolean smallest;
    private final List<List<Node>> nodes = new ArrayList<>();
    private int best;
    private int enough = -1;

    private static final class Node {

        private int cpus;
        private int memory;
        private int gpus;
        private final boolean counts;
        private final boolean added;
        private boolean whole;
        private int pieces;

        Node(Size free, boolean counts, boolean added) {
            this.cpus = free.cpus();
            this.memory = free.memory();
            this.gpus = free.gpus();
            this.counts = counts;
            this.added = added;
        }

        boolean has(Request unit) {
            Size piece = unit.piece();
            boolean free = unit.kind() != Kind.WHOLE_NODES || (counts && pieces == 0);
            return free && !whole && cpus >= piece.cpus() && memory >= piece.memory() && gpus >= piece.gpus();
        }

        void take(Request unit, int times) {
            cpus -= times * unit.piece().cpus();
            memory -= times * unit.piece().memory();
            gpus -= times * unit.piece().gpus();
            pieces += times;
            whole = unit.kind() == Kind.WHOLE_NODES && times > 0;
        }
    }

    private BruteForce(SmallCluster cluster, List<Request> units, int[] limits, boolean smallest, int best) {
        this.sets = cluster.sets();
        this.units = units;
        this.limits = limits;
        this.smallest = smallest;
        this.best = best;
        for (NodeSet set : sets) {
            List<Node> present = new ArrayList<>();
            for (Machine machine : set.machines()) {
                present.add(new Node(machine.free(), machine.empty(), false));
            }
            nodes.add(present);
        }
    }

    /**
     * Returns the minimum number of nodes on which the given tasks of each job run at the same time. Busy nodes do not
     * count.
     *
     * @param tasks number of tasks by job number
     * @param smallest true if all added nodes have the smallest size
     * @param known a sufficient number of nodes
     */
    static int optimum(SmallCluster cluster, Map<Integer, Integer> tasks, boolean smallest, int known) {
        return new BruteForce(cluster, units(cluster, tasks), limits(cluster), smallest, known).search();
    }

    /**
     * Returns true if a task of a job can run before any running job ends, with at most the maximum number of nodes.
     */
    static boolean canRun(SmallCluster cluster, Request job, boolean smallest) {
        return fits(cluster, Map.of(job.id(), 1), limits(cluster), smallest);
    }

    /**
     * Returns true if the given tasks of each job can run at the same time.
     *
     * @param added additional nodes by NodeSet
     * @param smallest true if all added nodes have the smallest size
     */
    static boolean fits(SmallCluster cluster, Map<Integer, Integer> tasks, int[] added, boolean smallest) {
        BruteForce first = new BruteForce(cluster, units(cluster, tasks), added, smallest, NEVER);
        first.enough = NEVER - 1;
        return first.search() < NEVER;
    }

    private int search() {
        unit(0);
        return best;
    }

    private static int[] limits(SmallCluster cluster) {
        return cluster.sets().stream()
                .mapToInt(set -> set.max() - set.machines().size())
                .toArray();
    }

    /** Each task of an array is a separate job. */
    private static List<Request> units(SmallCluster cluster, Map<Integer, Integer> tasks) {
        List<Request> units = new ArrayList<>();
        for (Request job : cluster.jobs()) {
            for (int i = tasks.getOrDefault(job.id(), 0); i > 0; i--) {
                boolean one = job.kind() == Kind.ARRAY || job.kind() == Kind.ONE_NODE;
                units.add(new Request(job.id(), job.kind(), job.sets(), one ? 1 : job.count(), job.piece()));
            }
        }
        return units;
    }

    private int cost() {
        int cost = 0;
        for (List<Node> set : nodes) {
            int added = 0;
            int empty = 0;
            int used = 0;
            for (Node node : set) {
                added += node.added ? 1 : 0;
                empty += node.counts && !node.added ? 1 : 0;
                used += node.counts && !node.added && node.pieces > 0 ? 1 : 0;
            }
            cost += added > 0 ? added + empty : used;
        }
        return cost;
    }

    private void unit(int index) {
        int cost = cost();
        if (cost >= best || best <= enough) {
            return;
        }
        if (index == units.size()) {
            best = cost;
            return;
        }
        for (int set : units.get(index).sets()) {
            piece(index, set, 0, 0);
        }
    }

    private void piece(int index, int set, int placed, int from) {
        Request unit = units.get(index);
        if (placed == unit.count()) {
            unit(index + 1);
            return;
        }
        int step = unit.kind() == Kind.TASKS ? 0 : 1;
        List<Node> here = nodes.get(set);
        for (int i = from; i < here.size(); i++) {
            Node node = here.get(i);
            if (node.has(unit)) {
                node.take(unit, 1);
                piece(index, set, placed + 1, i + step);
                node.take(unit, -1);
            }
        }
        long added = here.stream().filter(node -> node.added).count();
        if (added >= limits[set] || cost() >= best || best <= enough) {
            return;
        }
        for (Size size :
                smallest ? sets.get(set).sizes().subList(0, 1) : sets.get(set).sizes()) {
            if (size.covers(unit.piece())) {
                Node node = new Node(size, true, true);
                here.add(node);
                node.take(unit, 1);
                piece(index, set, placed + 1, here.size() - 1 + step);
                here.remove(here.size() - 1);
            }
        }
    }
}
