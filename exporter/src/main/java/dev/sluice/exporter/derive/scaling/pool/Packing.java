package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Places jobs on the nodes of one pool, first fit. Tries busy nodes and nodes opened for earlier jobs, then empty nodes
 * of individual size (smallest first), then new nodes. All new nodes have the shape by which the job was sized. Equal
 * tasks are placed together, never one by one.
 */
public final class Packing {

    /** Maximum number of multi-node tasks that try busy nodes one by one; the rest of an array gets new nodes. */
    private static final int MAX_GANGS = 1_000;

    private static final Comparator<Map.Entry<Integer, long[]>> BY_SIZE =
            Map.Entry.<Integer, long[]>comparingByValue(Arrays::compare).thenComparing(Map.Entry.comparingByKey());

    private final Resources resources;
    private final List<long[]> templates;
    private final Bins bins;
    private final PendingNodes pending;
    /** The empty nodes of individual size with their capacity, smallest first. */
    private final List<Map.Entry<Integer, long[]>> sized;

    /** The bin at which the search for a piece starts. Earlier bins are too small, and never grow. */
    private final BoundedCache<Start, Integer> starts;

    private final Trial trial;
    /** The bins that earlier components of the same heterogeneous job use. */
    private BitSet taken = new BitSet();

    /**
     * The result of a placement.
     *
     * @param tasks number of placed array tasks, or 1 for a job
     * @param newNodes number of nodes in addition to the busy nodes
     * @param sized number of these nodes that are empty nodes of individual size
     */
    public record Placed(long tasks, long newNodes, long sized) {

        public static final Placed NOTHING = new Placed(0, 0, 0);

        public Placed plus(Placed more) {
            return new Placed(tasks + more.tasks, Amounts.sum(newNodes, more.newNodes), Amounts.sum(sized, more.sized));
        }
    }

    private record Start(NodeResources piece, BitSet excluded) {}

    /**
     * Creates a packing with the free capacity of nodes.
     *
     * @param templates capacity of new nodes, by shape
     * @param free free capacity of each busy node; {@code NONE} if the node accepts no further jobs
     * @param empty capacity of each empty node of individual size; {@code NONE} for all other nodes
     * @param maxKept maximum number of cached pieces
     */
    public Packing(
            List<NodeResources> templates,
            List<NodeResources> free,
            List<NodeResources> empty,
            PendingNodes pending,
            int maxKept) {
        this.starts = new BoundedCache<>(maxKept);
        List<NodeResources> all = new ArrayList<>(free);
        all.addAll(empty);
        all.addAll(templates);
        this.resources = new Resources(all);
        this.trial = pending.trial();
        trial.atEnd(() -> taken = new BitSet());
        this.templates = templates.stream().map(resources::row).toList();
        this.bins = new Bins(
                free.stream().map(resources::row).toList(),
                (int) free.stream().filter(NodeResources.NONE::equals).count(),
                trial);
        this.pending = pending;
        this.sized = IntStream.range(0, empty.size())
                .filter(node -> !empty.get(node).equals(NodeResources.NONE))
                .mapToObj(node -> Map.entry(node, resources.row(empty.get(node))))
                .sorted(BY_SIZE)
                .toList();
    }

    /** Returns how many pieces fit into the free capacity of a node. */
    public static long times(NodeResources bin, NodeResources piece) {
        Resources resources = new Resources(List.of(bin, piece));
        return resources.times(resources.row(bin), resources.row(piece), Long.MAX_VALUE);
    }

    /** Ends a component of a heterogeneous job: until the end of the trial, no other job gets its nodes. */
    public void endComponent() {
        taken = bins.changed();
    }

    /**
     * Places as many equal jobs as fit.
     *
     * @param present needs of a job on the shapes of empty nodes; these needs are tried first, without new nodes
     * @param count number of jobs
     * @param budget maximum number of additional nodes
     * @param excluded nodes that the jobs must not use; never changed
     */
    public Placed place(NodeNeed need, List<NodeNeed> present, long count, long budget, BitSet excluded) {
        Placed placed = Placed.NOTHING;
        for (NodeNeed other : present) {
            long left = Math.max(0, budget) - placed.newNodes();
            Budget none = new Budget(pending.roomToOpen(left), 0);
            placed = placed.plus(place(other, count - placed.tasks(), none, excluded));
        }
        long left = Math.max(0, budget) - placed.newNodes();
        Budget rest = new Budget(pending.roomToOpen(left), pending.roomToGrow(left));
        return placed.plus(place(need, count - placed.tasks(), rest, excluded));
    }

    /**
     * The number of nodes that jobs may use.
     *
     * @param open empty nodes of individual size
     * @param further other nodes
     */
    private record Budget(long open, long further) {}

    private Placed place(NodeNeed need, long count, Budget budget, BitSet excluded) {
        if (count <= 0) {
            return Placed.NOTHING;
        }
        Piece piece = piece(need, excluded);
        if (need.whole()) {
            return wholeNodes(need, piece, count, budget);
        }
        return need.nodes() == 1 || need.together()
                ? spread(need, piece, count, budget)
                : gangs(need, piece, count, budget);
    }

    /** The resources of one piece, the bins to search, and the capacity of a new node. */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    private record Piece(long[] row, int start, BitSet excluded, long[] template) {}

    private long perNode(Piece piece) {
        return Math.max(1, resources.times(piece.template(), piece.row(), Long.MAX_VALUE));
    }

    private Piece piece(NodeNeed need, BitSet excluded) {
        NodeResources size = need.piece();
        long[] row = resources.row(size);
        long[] template = templates.get(need.shape());
        if (need.whole()) {
            return new Piece(row, 0, excluded, template);
        }
        Start key = new Start(size, excluded);
        BitSet skipped = withTaken(excluded);
        int first = bins.first(starts.get(key, 0), row, skipped);
        int start = first < 0 ? bins.size() : first;
        if (!trial.isRunning()) {
            starts.put(key, start);
        }
        return new Piece(row, start, skipped, template);
    }

    private BitSet withTaken(BitSet excluded) {
        if (taken.isEmpty()) {
            return excluded;
        }
        BitSet both = (BitSet) excluded.clone();
        both.or(taken);
        return both;
    }

    private int first(int from, Piece piece) {
        return bins.first(from, piece.row(), piece.excluded());
    }

    /** Returns the smallest unused empty nodes with enough of every resource. */
    private List<Map.Entry<Integer, long[]>> smallest(long[] need, long most, BitSet excluded) {
        if (sized.isEmpty()) {
            return List.of();
        }
        return sized.stream()
                .filter(node -> !excluded.get(node.getKey())
                        && pending.isUnopened(node.getKey())
                        && Resources.fits(node.getValue(), need))
                .limit(Math.max(0, most))
                .toList();
    }

    private Placed wholeNodes(NodeNeed need, Piece piece, long count, Budget budget) {
        long wanted = Amounts.product(count, need.nodes());
        List<Map.Entry<Integer, long[]>> empty =
                smallest(piece.row(), Math.min(wanted, budget.open()), piece.excluded());
        long jobs = Math.min(count, Amounts.sum(budget.further(), empty.size()) / need.nodes());
        long nodes = Amounts.product(jobs, need.nodes());
        long opened = Math.min(nodes, empty.size());
        empty.stream().limit(opened).forEach(node -> pending.open(node.getKey()));
        return new Placed(jobs, nodes, opened);
    }

    /**
     * Places each piece on any node on which the piece fits. A job with several pieces is placed only if all pieces
     * fit.
     */
    private Placed spread(NodeNeed need, Piece piece, long count, Budget budget) {
        long perNode = perNode(piece);
        long wanted = Amounts.product(count, need.pieces());
        List<Map.Entry<Integer, long[]>> empty =
                smallest(piece.row(), Math.min(wanted, budget.open()), piece.excluded());
        long onNew = Amounts.product(budget.further(), perNode);
        for (Map.Entry<Integer, long[]> node : empty) {
            onNew = Amounts.sum(onNew, resources.times(node.getValue(), piece.row(), wanted));
        }
        long pieces = wanted;
        if (onNew < wanted) {
            long fitting = Amounts.sum(onNew, countInBins(piece, wanted - onNew));
            pieces = fitting >= wanted ? wanted : fitting - fitting % need.pieces();
        }
        long left = pieces;
        int next = piece.start();
        while (left > 0) {
            int i = first(next, piece);
            if (i < 0) {
                break;
            }
            long[] bin = bins.get(i);
            long here = resources.times(bin, piece.row(), left);
            bins.set(i, resources.rest(bin, piece.row(), here));
            left -= here;
            next = i + 1;
        }
        long opened = 0;
        for (Map.Entry<Integer, long[]> node : empty) {
            if (left > 0) {
                long here = resources.times(node.getValue(), piece.row(), left);
                open(node, piece, here);
                left -= here;
                opened++;
            }
        }
        long newNodes = Amounts.ceilingOf(left, perNode);
        open(piece, left / perNode, perNode);
        open(piece, left % perNode == 0 ? 0 : 1, left % perNode);
        return new Placed(pieces / need.pieces(), Amounts.sum(opened, newNodes), opened);
    }

    private long countInBins(Piece piece, long enough) {
        long found = 0;
        for (int i = first(piece.start(), piece); i >= 0 && found < enough; i = first(i + 1, piece)) {
            found += resources.times(bins.get(i), piece.row(), enough - found);
        }
        return found;
    }

    /** Places each job on as many different nodes as the job needs, one piece on each node. */
    private Placed gangs(NodeNeed need, Piece piece, long count, Budget budget) {
        long jobs = 0;
        long newNodes = 0;
        long opened = 0;
        int start = piece.start();
        for (; jobs < Math.min(count, MAX_GANGS); jobs++) {
            List<Integer> found = new ArrayList<>();
            int next = start;
            while (found.size() < need.nodes()) {
                int i = first(next, piece);
                if (i < 0) {
                    break;
                }
                found.add(i);
                next = i + 1;
            }
            int first = found.isEmpty() ? bins.size() : found.get(0);
            long left = need.nodes() - found.size();
            List<Map.Entry<Integer, long[]>> empty =
                    smallest(piece.row(), Math.min(left, budget.open() - opened), piece.excluded());
            long missing = left - empty.size();
            if (missing == need.nodes() || missing > budget.further() - newNodes) {
                break;
            }
            for (int i : found) {
                bins.set(i, resources.rest(bins.get(i), piece.row(), 1));
            }
            empty.forEach(node -> open(node, piece, 1));
            start = empty.isEmpty() ? first : piece.start();
            opened += empty.size();
            open(piece, missing, 1);
            newNodes += missing;
        }
        Placed rest = gangsOnNewNodes(need, piece, count - jobs, budget.further() - newNodes);
        return new Placed(jobs, Amounts.sum(opened, newNodes), opened).plus(rest);
    }

    private Placed gangsOnNewNodes(NodeNeed need, Piece piece, long count, long budget) {
        long perNode = perNode(piece);
        if (budget < need.nodes() || count <= 0) {
            return Placed.NOTHING;
        }
        long jobs = Math.min(count, Amounts.product(budget, perNode) / need.nodes());
        long pieces = Amounts.product(jobs, need.nodes());
        long nodes = Math.max(need.nodes(), Amounts.ceilingOf(pieces, perNode));
        open(piece, pieces % nodes, pieces / nodes + 1);
        open(piece, nodes - pieces % nodes, pieces / nodes);
        return new Placed(jobs, nodes, 0);
    }

    /** Remembers the remaining capacity of new nodes. */
    private void open(Piece piece, long nodes, long piecesOnEach) {
        if (nodes == 0) {
            return;
        }
        long[] rest = resources.rest(piece.template(), piece.row(), piecesOnEach);
        if (Resources.isUseful(rest)) {
            bins.add(rest, nodes);
        }
    }

    /** Turns the rest of an empty node into a new bin, so the cached search starts are no longer valid. */
    private void open(Map.Entry<Integer, long[]> node, Piece piece, long pieces) {
        pending.open(node.getKey());
        bins.set(node.getKey(), resources.rest(node.getValue(), piece.row(), pieces));
        starts.clear();
    }
}
