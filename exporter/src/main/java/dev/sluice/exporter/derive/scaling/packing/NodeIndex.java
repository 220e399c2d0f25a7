package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Numbers the nodes of all pools, so that a list of nodes is a set of bits. */
public final class NodeIndex {

    public static final int WORD = Long.SIZE;

    /** Maximum number of words in cached lists: 6 MB, at 12 bytes per word. */
    private static final int MAX_KEPT_WORDS = 1 << 19;

    /** The weight of a cached list in addition to its words. */
    private static final int LIST_WORDS = 16;

    private static final int MAX_DIGITS = 18;

    private static final Comparator<Member> ORDER =
            Comparator.comparingInt(Member::ordinal).thenComparing(Member::node);

    private static final int NOWHERE = -1;

    private static final Numbers NO_NUMBERS = new Numbers(List.of());

    private final List<PoolNodes> pools = new ArrayList<>();
    private final Map<String, Integer> slots = new HashMap<>();
    private final Map<String, Numbers> byHead = new HashMap<>();
    private final BoundedCache<String, NodeBits> lists =
            new BoundedCache<>(MAX_KEPT_WORDS, list -> list.at().length + LIST_WORDS);
    private final long[] scratch;
    private final long[] usable;
    private int longestName;

    /**
     * The nodes of one pool.
     *
     * @param firstWord index of the word with the first node; no other pool has a node in the words of this pool
     * @param members nodes, sorted
     */
    public record PoolNodes(int firstWord, List<Member> members) {

        public int words() {
            return (members.size() + WORD - 1) / WORD;
        }
    }

    /** A node whose name ends in a number. */
    private record Numbered(long number, int digits, boolean padded, int slot) {}

    /** Nodes whose names differ only in the trailing number, sorted by number. */
    private static final class Numbers {

        private final long[] numbers;
        private final int[] digits;
        private final boolean[] padded;
        private final int[] slots;

        Numbers(List<Numbered> nodes) {
            List<Numbered> sorted = nodes.stream()
                    .sorted(Comparator.comparingLong(Numbered::number))
                    .toList();
            this.numbers = sorted.stream().mapToLong(Numbered::number).toArray();
            this.digits = sorted.stream().mapToInt(Numbered::digits).toArray();
            this.padded = new boolean[sorted.size()];
            for (int i = 0; i < padded.length; i++) {
                padded[i] = sorted.get(i).padded();
            }
            this.slots = sorted.stream().mapToInt(Numbered::slot).toArray();
        }

        /** Returns whether a range of numbers with this minimum number of digits contains the node at an index. */
        boolean isNamed(int index, int width) {
            return padded[index] ? digits[index] == width : digits[index] >= width;
        }

        int firstFrom(long number) {
            int low = 0;
            int high = numbers.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (numbers[middle] < number) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    /** Numbers the nodes. If a node is unexpectedly in several pools, the node belongs to the first pool. */
    public NodeIndex(List<Pool> pools) {
        int next = 0;
        for (Pool pool : pools) {
            List<Member> sorted = pool.members().stream().sorted(ORDER).toList();
            PoolNodes nodes = new PoolNodes(next, sorted);
            this.pools.add(nodes);
            for (int i = 0; i < sorted.size(); i++) {
                slots.putIfAbsent(sorted.get(i).node(), next * WORD + i);
            }
            next += nodes.words();
        }
        this.scratch = new long[next];
        this.usable = new long[next];
        for (PoolNodes nodes : this.pools) {
            for (int i = 0; i < nodes.members().size(); i++) {
                usable[nodes.firstWord() + i / WORD] |= nodes.members().get(i).usable() ? 1L << i : 0;
            }
        }
        Map<String, List<Numbered>> numbered = new HashMap<>();
        slots.forEach((name, slot) -> {
            longestName = Math.max(longestName, name.length());
            addNumbered(name, slot, numbered);
        });
        numbered.forEach((head, nodes) -> byHead.put(head, new Numbers(nodes)));
    }

    /** Returns the nodes of a pool, by the pool's index in the constructor's list. */
    public PoolNodes pool(int index) {
        return pools.get(index);
    }

    private static void addNumbered(String name, int slot, Map<String, List<Numbered>> to) {
        int head = name.length();
        while (head > 0 && isDigit(name.charAt(head - 1))) {
            head--;
        }
        int digits = name.length() - head;
        if (digits > 0 && digits <= MAX_DIGITS) {
            to.computeIfAbsent(name.substring(0, head), unused -> new ArrayList<>())
                    .add(new Numbered(
                            Long.parseLong(name, head, name.length(), 10),
                            digits,
                            digits > 1 && name.charAt(head) == '0',
                            slot));
        }
    }

    public NodeBits list(String hostlist) {
        return lists.get(hostlist, this::read);
    }

    /**
     * Returns the nodes that jobs hold. The nodes of a job count as busy, including a job that started after the nodes
     * were read.
     */
    public long[] heldBy(List<Job> jobs) {
        Set<String> seen = new HashSet<>();
        long[] held = new long[scratch.length];
        for (Job job : jobs) {
            if (job.holdsNodes()
                    && !job.allocation().nodes().isEmpty()
                    && seen.add(job.allocation().nodes())) {
                NodeBits nodes = read(job.allocation().nodes());
                for (int i = 0; i < nodes.at().length; i++) {
                    held[nodes.at()[i]] |= nodes.words()[i];
                }
            }
        }
        return held;
    }

    /** Returns how many usable nodes a pending job still holds. Nodes outside all pools count as usable. */
    public long heldBy(Job job) {
        if (job.waiting() || job.allocation().nodes().isEmpty()) {
            return 0;
        }
        NodeBits held = read(job.allocation().nodes());
        return (long) Hostlist.names(job.allocation().nodes()).size() - held.names() + held.count(0, usable);
    }

    private NodeBits read(String hostlist) {
        Reading reading = new Reading();
        Hostlist.visit(hostlist, reading);
        return reading.end();
    }

    /** Collects the nodes of one list in the scratch words, and clears the words at the end. */
    private final class Reading implements Hostlist.Visitor {

        private int[] touched = new int[4];
        private int size;
        private int names;
        private boolean complete = true;

        @Override
        public void name(String name) {
            add(slots.getOrDefault(name, NOWHERE));
        }

        @Override
        public void range(String head, long first, long last, int width, String tail) {
            boolean numbered = tail.isEmpty() && (head.isEmpty() || !isDigit(head.charAt(head.length() - 1)));
            if (numbered) {
                nodes(byHead.getOrDefault(head, NO_NUMBERS), first, last, width);
                return;
            }
            int room = longestName - head.length() - tail.length();
            for (long number = first; number <= last; number++) {
                if (digits(number) > room) {
                    complete = false;
                    return;
                }
                Hostlist.Visitor.super.range(head, number, number, width, tail);
            }
        }

        private void nodes(Numbers nodes, long first, long last, int width) {
            long found = 0;
            for (int i = nodes.firstFrom(first); i < nodes.numbers.length && nodes.numbers[i] <= last; i++) {
                if (nodes.isNamed(i, width)) {
                    add(nodes.slots[i]);
                    found++;
                }
            }
            complete &= found == last - first + 1;
        }

        private void add(int slot) {
            if (slot == NOWHERE) {
                complete = false;
                return;
            }
            int word = slot / WORD;
            long bit = 1L << slot;
            if (scratch[word] == 0) {
                touched = size == touched.length ? Arrays.copyOf(touched, 2 * size) : touched;
                touched[size++] = word;
            }
            names += (scratch[word] & bit) == 0 ? 1 : 0;
            scratch[word] |= bit;
        }

        NodeBits end() {
            int[] at = Arrays.copyOf(touched, size);
            Arrays.sort(at);
            long[] words = new long[size];
            for (int i = 0; i < size; i++) {
                words[i] = scratch[at[i]];
                scratch[at[i]] = 0;
            }
            return new NodeBits(at, words, names, complete);
        }
    }

    private static int digits(long number) {
        int digits = 1;
        for (long rest = number; rest > 9; rest /= 10) {
            digits++;
        }
        return digits;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
