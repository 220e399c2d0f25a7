package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Numbers the nodes of all pools, so that a list of nodes is a set of numbers. */
public final class NodeIndex {

    /** Maximum number of words in cached lists: 8 MB. */
    private static final int MAX_KEPT_WORDS = 1 << 20;

    /** The weight of a cached list in addition to its words. */
    private static final int LIST_WORDS = 16;

    private static final Comparator<Member> ORDER =
            Comparator.comparingInt(Member::ordinal).thenComparing(Member::node);

    private final List<PoolNodes> pools = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final BoundedCache<String, NodeList> lists =
            new BoundedCache<>(MAX_KEPT_WORDS, list -> list.nodes().size() / Long.SIZE + LIST_WORDS);
    private final BitSet usable = new BitSet();

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
    }

    /** Returns the nodes of a pool, by the pool's index in the constructor's list. */
    public PoolNodes pool(int index) {
        return pools.get(index);
    }

    public NodeList list(String hostlist) {
        return lists.get(hostlist, this::read);
    }

    /**
     * Returns the nodes that jobs hold. The nodes of a job count as busy, including a job that started after the nodes
     * were read.
     */
    public BitSet heldBy(List<Job> jobs) {
        BitSet held = new BitSet();
        jobs.stream()
                .filter(Job::holdsNodes)
                .map(job -> job.allocation().nodes())
                .distinct()
                .flatMap(nodes -> Hostlist.parse(nodes).stream())
                .forEach(names -> find(names).forEach(held::set));
        return held;
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
        BitSet nodes = new BitSet();
        boolean complete = true;
        for (Hostlist.Names names : Hostlist.parse(hostlist)) {
            List<Integer> found = find(names);
            found.forEach(nodes::set);
            complete &= found.size() == names.size();
        }
        return new NodeList(nodes, complete);
    }

    /** Compares the nodes with the range if the range has more names than there are nodes. */
    private List<Integer> find(Hostlist.Names range) {
        return range.size() <= numbers.size()
                ? range.stream().map(numbers::get).filter(Objects::nonNull).toList()
                : numbers.entrySet().stream()
                        .filter(node -> range.contains(node.getKey()))
                        .map(Map.Entry::getValue)
                        .toList();
    }
}
