package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/** Numbers the nodes of all pools, so that a list of nodes is a set of numbers. */
public final class NodeIndex {

    /** Maximum number of words in cached lists: 8 MB. */
    private static final int MAX_KEPT_WORDS = 1 << 20;

    /** The weight of a cached list in addition to its words. */
    private static final int LIST_WORDS = 16;

    private static final int MAX_DIGITS = 18;

    private static final Comparator<Member> ORDER =
            Comparator.comparingInt(Member::ordinal).thenComparing(Member::node);

    private final List<PoolNodes> pools = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    /** Nodes whose names differ only in the trailing number. */
    private final Map<String, NavigableSet<Numbered>> byHead = new HashMap<>();

    private final BoundedCache<String, NodeList> lists =
            new BoundedCache<>(MAX_KEPT_WORDS, list -> list.nodes().size() / Long.SIZE + LIST_WORDS);
    private final BitSet usable = new BitSet();
    private int longestName;

    /**
     * The nodes of pools in a hostlist.
     *
     * @param nodes numbers of the nodes; never changed
     * @param complete whether all names in the list are nodes of pools
     */
    public record NodeList(BitSet nodes, boolean complete) {}

    /**
     * The nodes of one pool.
     *
     * @param first number of the first node; the numbers of the other nodes follow
     * @param members nodes, sorted
     */
    public record PoolNodes(int first, List<Member> members) {

        /** Returns the nodes of the pool that are in a list, as indexes of the members. */
        public BitSet of(NodeList list) {
            return list.nodes().get(first, first + members.size());
        }

        public boolean hasAny(NodeList list) {
            int next = list.nodes().nextSetBit(first);
            return next >= 0 && next < first + members.size();
        }
    }

    /** A node whose name ends in a number. */
    private record Numbered(long value, int digits, boolean padded, int node) implements Comparable<Numbered> {

        private static final Comparator<Numbered> ORDER =
                Comparator.comparingLong(Numbered::value).thenComparingInt(Numbered::digits);

        @Override
        public int compareTo(Numbered other) {
            return ORDER.compare(this, other);
        }

        /** Returns whether a range of numbers with this minimum number of digits contains the node's number. */
        boolean isNamed(int width) {
            return padded ? digits == width : digits >= width;
        }
    }

    /** Numbers the nodes. If a node is unexpectedly in several pools, the node belongs to the first pool. */
    public NodeIndex(List<Pool> pools) {
        int next = 0;
        for (Pool pool : pools) {
            List<Member> sorted = pool.members().stream().sorted(ORDER).toList();
            this.pools.add(new PoolNodes(next, sorted));
            for (Member member : sorted) {
                usable.set(next, member.usable());
                numbers.putIfAbsent(member.node(), next++);
            }
        }
        numbers.forEach((name, node) -> {
            longestName = Math.max(longestName, name.length());
            addNumbered(name, node);
        });
    }

    /** Returns the nodes of a pool, by the pool's index in the constructor's list. */
    public PoolNodes pool(int index) {
        return pools.get(index);
    }

    private void addNumbered(String name, int node) {
        int head = name.length();
        while (head > 0 && GpuCounts.isDigit(name.charAt(head - 1))) {
            head--;
        }
        int digits = name.length() - head;
        if (digits > 0 && digits <= MAX_DIGITS) {
            long value = Long.parseLong(name, head, name.length(), 10);
            boolean padded = digits > 1 && name.charAt(head) == '0';
            byHead.computeIfAbsent(name.substring(0, head), unused -> new TreeSet<>())
                    .add(new Numbered(value, digits, padded, node));
        }
    }

    public NodeList list(String hostlist) {
        return lists.get(hostlist, this::read);
    }

    /**
     * Returns the nodes that jobs hold. The nodes of a job count as busy, including a job that started after the nodes
     * were read.
     */
    public BitSet heldBy(List<Job> jobs) {
        Set<String> seen = new HashSet<>();
        Reading held = new Reading();
        for (Job job : jobs) {
            if (job.holdsNodes() && seen.add(job.allocation().nodes())) {
                Hostlist.visit(job.allocation().nodes(), held);
            }
        }
        return held.nodes;
    }

    /** Returns how many usable nodes a pending job still holds. Nodes outside all pools count as usable. */
    public long heldBy(Job job) {
        if (job.waiting() || job.allocation().nodes().isEmpty()) {
            return 0;
        }
        BitSet unusable = read(job.allocation().nodes()).nodes();
        unusable.andNot(usable);
        return (long) Hostlist.names(job.allocation().nodes()).size() - unusable.cardinality();
    }

    private NodeList read(String hostlist) {
        Reading reading = new Reading();
        Hostlist.visit(hostlist, reading);
        return new NodeList(reading.nodes, reading.complete);
    }

    /** Collects the nodes of lists. */
    private final class Reading implements Hostlist.Visitor {

        private final BitSet nodes = new BitSet();
        private boolean complete = true;

        @Override
        public void name(String name) {
            Integer node = numbers.get(name);
            if (node == null) {
                complete = false;
            } else {
                nodes.set(node);
            }
        }

        @Override
        public void range(String head, long first, long last, int width, String tail) {
            if (tail.isEmpty() && (head.isEmpty() || !GpuCounts.isDigit(head.charAt(head.length() - 1)))) {
                numbered(byHead.getOrDefault(head, Collections.emptyNavigableSet()), first, last, width);
                return;
            }
            int room = longestName - head.length() - tail.length();
            for (long number = first; number <= last; number++) {
                if (Long.toString(number).length() > room) {
                    complete = false;
                    return;
                }
                Hostlist.Visitor.super.range(head, number, number, width, tail);
            }
        }

        private void numbered(NavigableSet<Numbered> known, long first, long last, int width) {
            long found = 0;
            for (Numbered one : known.tailSet(new Numbered(first, 0, false, 0))) {
                if (one.value() > last) {
                    break;
                }
                if (one.isNamed(width)) {
                    nodes.set(one.node());
                    found++;
                }
            }
            complete &= found == last - first + 1;
        }
    }
}
