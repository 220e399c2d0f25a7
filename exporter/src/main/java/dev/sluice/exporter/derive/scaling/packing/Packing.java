package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.derive.scaling.need.Amounts;
import dev.sluice.exporter.derive.scaling.need.NodeNeed;
import dev.sluice.exporter.derive.scaling.pool.FreeCapacity;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts jobs on the nodes of one pool, first fit: into the free room of busy nodes, of nodes that jobs before have
 * opened, then on empty nodes that differ, the smallest first, and then on further nodes, which are all like the shape by
 * which the job was measured. Equal tasks are put together, never one by one.
 */
public final class Packing {

    /** So many tasks of several nodes each look for room on busy nodes one by one; the rest of an array goes on new ones. */
    private static final int MAX_GANGS = 1_000;

    private final Resources resources;
    private final List<long[]> templates;
    private final CapacityTree rooms;
    private final PendingNodes pending;
    private final SizedNodes sized;
    /** Where the search for room for a piece starts: rooms before have too little, and never get more. */
    private final BoundedCache<Start, Integer> starts;

    private boolean recording;

    /**
     * What was put.
     *
     * @param tasks array tasks, or 1 for a job
     * @param newNodes nodes beyond the busy ones that this took
     * @param sized how many of them are empty nodes that differ
     */
    public record Placed(long tasks, long newNodes, long sized) {

        public static final Placed NOTHING = new Placed(0, 0, 0);

        Placed plus(Placed more) {
            return new Placed(tasks + more.tasks, Amounts.sum(newNodes, more.newNodes), Amounts.sum(sized, more.sized));
        }
    }

    /**
     * Nodes that a job will not take.
     *
     * @param list the hostlist as the job has it
     * @param nodes a bit for each node
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Excluded(String list, long[] nodes) {

        public static final Excluded NOTHING = new Excluded("", new long[0]);
    }

    /**
     * What a job needs of nodes of one shape.
     *
     * @param need what it needs
     * @param shape the shape by which it was measured: the place of its template
     */
    public record Sizing(NodeNeed need, int shape) {}

    private record Start(FreeCapacity piece, String excluded) {}

    /**
     * Starts with the room that is free on nodes.
     *
     * @param templates what further nodes have, by shape
     * @param free what each busy node has; none where it takes no further job
     * @param empty what each empty node has that differs; none of all others
     * @param maxKept how many pieces it may remember to be faster
     */
    public Packing(
            List<FreeCapacity> templates,
            List<FreeCapacity> free,
            List<FreeCapacity> empty,
            PendingNodes pending,
            int maxKept) {
        this.starts = new BoundedCache<>(maxKept);
        List<FreeCapacity> all = new ArrayList<>(free);
        all.addAll(empty);
        all.addAll(templates);
        this.resources = new Resources(all);
        this.templates = templates.stream().map(resources::row).toList();
        this.rooms = new CapacityTree(resources.width(), (int)
                free.stream().filter(FreeCapacity.NONE::equals).count());
        free.forEach(room -> rooms.add(resources.row(room), 1));
        this.pending = pending;
        List<SizedNodes.Sized> nodes = new ArrayList<>();
        for (int i = 0; i < empty.size(); i++) {
            if (!empty.get(i).equals(FreeCapacity.NONE)) {
                nodes.add(new SizedNodes.Sized(i, resources.row(empty.get(i))));
            }
        }
        this.sized = new SizedNodes(nodes, pending);
    }

    /** How many pieces fit on what is free of one node. */
    public static long times(FreeCapacity room, FreeCapacity piece) {
        Resources resources = new Resources(List.of(room, piece));
        return Resources.times(resources.row(room), resources.row(piece), Long.MAX_VALUE);
    }

    /** From here on what is put can be taken back, until it is kept. */
    void record() {
        recording = true;
        rooms.record();
    }

    void keep() {
        recording = false;
        rooms.keep();
    }

    void undo() {
        recording = false;
        rooms.undo();
    }

    /**
     * Puts as many of some equal jobs as there is room for.
     *
     * @param present what a job needs of the shapes that empty nodes have: tried first, and without further nodes
     * @param count how many there are
     * @param budget how many more nodes they may take
     * @param excluded nodes that they may not use
     */
    public Placed place(Sizing sizing, List<Sizing> present, long count, long budget, Excluded excluded) {
        Placed placed = Placed.NOTHING;
        for (Sizing other : present) {
            long left = Math.max(0, budget) - placed.newNodes();
            Budget none = new Budget(pending.roomToOpen(left), 0);
            placed = placed.plus(place(other, count - placed.tasks(), none, excluded));
        }
        long left = Math.max(0, budget) - placed.newNodes();
        Budget rest = new Budget(pending.roomToOpen(left), pending.roomToGrow(left));
        return placed.plus(place(sizing, count - placed.tasks(), rest, excluded));
    }

    /**
     * How many nodes jobs may take.
     *
     * @param open empty nodes that differ
     * @param further others
     */
    private record Budget(long open, long further) {}

    private Placed place(Sizing sizing, long count, Budget budget, Excluded excluded) {
        if (count <= 0) {
            return Placed.NOTHING;
        }
        NodeNeed need = sizing.need();
        Piece piece = piece(sizing, excluded);
        if (need.whole()) {
            return wholeNodes(need, piece, count, budget);
        }
        return need.nodes() == 1 || need.together()
                ? spread(need, piece, count, budget)
                : gangs(need, piece, count, budget);
    }

    /** What one piece takes, which rooms to look at, and what a further node has. */
    private static final class Piece {

        private final long[] row;
        private final int start;
        private final long[] excluded;
        private final long[] template;

        Piece(long[] row, int start, long[] excluded, long[] template) {
            this.row = row;
            this.start = start;
            this.excluded = excluded;
            this.template = template;
        }

        long perNode() {
            return Math.max(1, Resources.times(template, row, Long.MAX_VALUE));
        }
    }

    private Piece piece(Sizing sizing, Excluded excluded) {
        FreeCapacity room = sizing.need().piece();
        long[] row = resources.row(room);
        long[] template = templates.get(sizing.shape());
        if (sizing.need().whole()) {
            return new Piece(row, 0, excluded.nodes(), template);
        }
        Start key = new Start(room, excluded.list());
        int first = rooms.first(starts.get(key, 0), row, excluded.nodes());
        int start = first < 0 ? rooms.size() : first;
        if (!recording) {
            starts.put(key, start);
        }
        return new Piece(row, start, excluded.nodes(), template);
    }

    private int first(int from, Piece piece) {
        return rooms.first(from, piece.row, piece.excluded);
    }

    private Placed wholeNodes(NodeNeed need, Piece piece, long count, Budget budget) {
        long wanted = Amounts.product(count, need.nodes());
        List<SizedNodes.Sized> empty = sized.fitting(piece.row, Math.min(wanted, budget.open()), piece.excluded);
        long jobs = Math.min(count, Amounts.sum(budget.further(), empty.size()) / need.nodes());
        long nodes = Amounts.product(jobs, need.nodes());
        long opened = Math.min(nodes, empty.size());
        empty.stream().limit(opened).forEach(sized::open);
        return new Placed(jobs, nodes, opened);
    }

    /** Pieces go wherever one fits; a job of several only if all of them do. */
    private Placed spread(NodeNeed need, Piece piece, long count, Budget budget) {
        long perNode = piece.perNode();
        long wanted = Amounts.product(count, need.pieces());
        List<SizedNodes.Sized> empty = sized.fitting(piece.row, Math.min(wanted, budget.open()), piece.excluded);
        long onNew = Amounts.product(budget.further(), perNode);
        for (SizedNodes.Sized node : empty) {
            onNew = Amounts.sum(onNew, Resources.times(node.room(), piece.row, wanted));
        }
        long pieces = wanted;
        if (onNew < wanted) {
            long room = Amounts.sum(onNew, countOnRooms(piece, wanted - onNew));
            pieces = room >= wanted ? wanted : room - room % need.pieces();
        }
        long left = pieces;
        int next = piece.start;
        while (left > 0) {
            int i = first(next, piece);
            if (i < 0) {
                break;
            }
            long[] room = rooms.get(i);
            long here = Resources.times(room, piece.row, left);
            rooms.set(i, resources.rest(room, piece.row, here));
            left -= here;
            next = i + 1;
        }
        long opened = 0;
        for (SizedNodes.Sized node : empty) {
            if (left > 0) {
                long here = Resources.times(node.room(), piece.row, left);
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

    private long countOnRooms(Piece piece, long enough) {
        long found = 0;
        for (int i = first(piece.start, piece); i >= 0 && found < enough; i = first(i + 1, piece)) {
            found += Resources.times(rooms.get(i), piece.row, enough - found);
        }
        return found;
    }

    /** Each job takes one piece of as many different nodes. */
    private Placed gangs(NodeNeed need, Piece piece, long count, Budget budget) {
        long jobs = 0;
        long newNodes = 0;
        long opened = 0;
        for (; jobs < Math.min(count, MAX_GANGS); jobs++) {
            List<Integer> found = new ArrayList<>();
            int next = piece.start;
            while (found.size() < need.nodes()) {
                int i = first(next, piece);
                if (i < 0) {
                    break;
                }
                found.add(i);
                next = i + 1;
            }
            long left = need.nodes() - found.size();
            List<SizedNodes.Sized> empty =
                    sized.fitting(piece.row, Math.min(left, budget.open() - opened), piece.excluded);
            long missing = left - empty.size();
            if (missing == need.nodes() || missing > budget.further() - newNodes) {
                break;
            }
            for (int i : found) {
                rooms.set(i, resources.rest(rooms.get(i), piece.row, 1));
            }
            empty.forEach(node -> open(node, piece, 1));
            opened += empty.size();
            open(piece, missing, 1);
            newNodes += missing;
        }
        Placed rest = gangsOnNewNodes(need, piece, count - jobs, budget.further() - newNodes);
        return new Placed(jobs, Amounts.sum(opened, newNodes), opened).plus(rest);
    }

    private Placed gangsOnNewNodes(NodeNeed need, Piece piece, long count, long budget) {
        long perNode = piece.perNode();
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

    /** Remembers what is left of new nodes. */
    private void open(Piece piece, long nodes, long piecesOnEach) {
        long[] rest = resources.rest(piece.template, piece.row, piecesOnEach);
        if (Resources.isUseful(rest)) {
            rooms.add(rest, nodes);
        }
    }

    /** Jobs may share an empty node from now on: a room that was none before. */
    private void open(SizedNodes.Sized node, Piece piece, long pieces) {
        sized.open(node);
        rooms.set(node.index(), resources.rest(node.room(), piece.row, pieces));
        starts.clear();
    }
}
