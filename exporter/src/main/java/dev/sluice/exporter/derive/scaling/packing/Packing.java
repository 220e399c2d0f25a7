package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.derive.scaling.need.Amounts;
import dev.sluice.exporter.derive.scaling.need.NodeNeed;
import dev.sluice.exporter.derive.scaling.pool.FreeCapacity;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts jobs on the nodes of one pool, first fit: into the free room of busy nodes, of nodes that jobs before have
 * opened, and then on further nodes, which are all like the template. Equal tasks are put together, never one by one.
 */
public final class Packing {

    /** So many tasks of several nodes each look for room on busy nodes one by one; the rest of an array goes on new ones. */
    private static final int MAX_GANGS = 1_000;

    private final Resources resources;
    private final long[] template;
    private final CapacityTree rooms;
    /** Where the search for room for a piece starts: rooms before have too little, and never get more. */
    private final BoundedCache<Start, Integer> starts;

    private boolean recording;

    /**
     * What was put.
     *
     * @param tasks array tasks, or 1 for a job
     * @param newNodes further nodes that this took
     */
    public record Placed(long tasks, long newNodes) {

        public static final Placed NOTHING = new Placed(0, 0);
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

    private record Start(FreeCapacity piece, String excluded) {}

    /**
     * Starts with the room that is free on nodes.
     *
     * @param free what each node has; none where it takes no further job
     * @param maxKept how many pieces it may remember to be faster
     */
    public Packing(FreeCapacity node, List<FreeCapacity> free, int maxKept) {
        this.starts = new BoundedCache<>(maxKept);
        List<FreeCapacity> all = new ArrayList<>(free);
        all.add(node);
        this.resources = new Resources(all);
        this.template = resources.row(node);
        this.rooms = new CapacityTree(resources.width(), (int)
                free.stream().filter(FreeCapacity.NONE::equals).count());
        free.forEach(room -> rooms.add(resources.row(room), 1));
    }

    /** From here on what is put can be taken back, until it is kept. */
    public void record() {
        recording = true;
        rooms.record();
    }

    public void keep() {
        recording = false;
        rooms.keep();
    }

    public void undo() {
        recording = false;
        rooms.undo();
    }

    /**
     * Puts as many of some equal jobs as there is room for.
     *
     * @param count how many there are
     * @param budget how many further nodes they may take
     * @param excluded nodes that they may not use
     */
    public Placed place(NodeNeed need, long count, long budget, Excluded excluded) {
        if (count <= 0) {
            return Placed.NOTHING;
        }
        if (need.whole()) {
            long jobs = Math.min(count, Math.max(0, budget) / need.nodes());
            return new Placed(jobs, Amounts.product(jobs, need.nodes()));
        }
        Piece piece = piece(need.piece(), excluded);
        return need.nodes() == 1 || need.together()
                ? spread(need, piece, count, Math.max(0, budget))
                : gangs(need, piece, count, Math.max(0, budget));
    }

    /** What one piece takes, and which rooms to look at. */
    private static final class Piece {

        private final long[] row;
        private final int start;
        private final long[] excluded;

        Piece(long[] row, int start, long[] excluded) {
            this.row = row;
            this.start = start;
            this.excluded = excluded;
        }
    }

    private Piece piece(FreeCapacity room, Excluded excluded) {
        long[] row = resources.row(room);
        Start key = new Start(room, excluded.list());
        int first = rooms.first(starts.get(key, 0), row, excluded.nodes());
        int start = first < 0 ? rooms.size() : first;
        if (!recording) {
            starts.put(key, start);
        }
        return new Piece(row, start, excluded.nodes());
    }

    private int first(int from, Piece piece) {
        return rooms.first(from, piece.row, piece.excluded);
    }

    /** Pieces go wherever one fits; a job of several only if all of them do. */
    private Placed spread(NodeNeed need, Piece piece, long count, long budget) {
        long perNode = Math.max(1, Resources.times(template, piece.row, Long.MAX_VALUE));
        long wanted = Amounts.product(count, need.pieces());
        long onNew = Amounts.product(budget, perNode);
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
        long newNodes = Amounts.ceilingOf(left, perNode);
        open(piece, left / perNode, perNode);
        open(piece, left % perNode == 0 ? 0 : 1, left % perNode);
        return new Placed(pieces / need.pieces(), newNodes);
    }

    private long countOnRooms(Piece piece, long enough) {
        long found = 0;
        for (int i = first(piece.start, piece); i >= 0 && found < enough; i = first(i + 1, piece)) {
            found += Resources.times(rooms.get(i), piece.row, enough - found);
        }
        return found;
    }

    /** Each job takes one piece of as many different nodes. */
    private Placed gangs(NodeNeed need, Piece piece, long count, long budget) {
        long jobs = 0;
        long newNodes = 0;
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
            long missing = need.nodes() - found.size();
            if (found.isEmpty() || missing > budget - newNodes) {
                break;
            }
            for (int i : found) {
                rooms.set(i, resources.rest(rooms.get(i), piece.row, 1));
            }
            open(piece, missing, 1);
            newNodes += missing;
        }
        Placed rest = gangsOnNewNodes(need, piece, count - jobs, budget - newNodes);
        return new Placed(jobs + rest.tasks(), Amounts.sum(newNodes, rest.newNodes()));
    }

    private Placed gangsOnNewNodes(NodeNeed need, Piece piece, long count, long budget) {
        long perNode = Math.max(1, Resources.times(template, piece.row, Long.MAX_VALUE));
        if (budget < need.nodes() || count <= 0) {
            return Placed.NOTHING;
        }
        long jobs = Math.min(count, Amounts.product(budget, perNode) / need.nodes());
        long pieces = Amounts.product(jobs, need.nodes());
        long nodes = Math.max(need.nodes(), Amounts.ceilingOf(pieces, perNode));
        open(piece, pieces % nodes, pieces / nodes + 1);
        open(piece, nodes - pieces % nodes, pieces / nodes);
        return new Placed(jobs, nodes);
    }

    /** Remembers what is left of new nodes. */
    private void open(Piece piece, long nodes, long piecesOnEach) {
        long[] rest = resources.rest(template, piece.row, piecesOnEach);
        if (Resources.isUseful(rest)) {
            rooms.add(rest, nodes);
        }
    }
}
