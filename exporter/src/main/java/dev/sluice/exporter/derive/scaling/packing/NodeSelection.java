package dev.sluice.exporter.derive.scaling.packing;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** A set of nodes of one pool. The set shrinks only if a trial is undone. */
final class NodeSelection {

    private final int firstWord;
    private final long[] selectable;
    private final long[] words;
    private int size;
    private boolean recording;
    private int marked;
    /** Pairs of a word's index and its previous value. */
    private long[] changes = new long[8];

    private int recorded;

    /**
     * Creates an empty selection.
     *
     * @param firstWord index of the pool's first word
     * @param selectable nodes that can be added
     */
    NodeSelection(int firstWord, long[] selectable) {
        this.firstWord = firstWord;
        this.selectable = selectable;
        this.words = new long[selectable.length];
    }

    int size() {
        return size;
    }

    /** Returns how many nodes of a list can still be added. */
    int missing(NodeBits list) {
        int missing = 0;
        for (int i = list.from(firstWord); i < list.at().length && list.at()[i] < firstWord + words.length; i++) {
            int word = list.at()[i] - firstWord;
            missing += Long.bitCount(list.words()[i] & selectable[word] & ~words[word]);
        }
        return missing;
    }

    boolean has(int node) {
        return (words[node / NodeIndex.WORD] & 1L << node) != 0;
    }

    void add(int node) {
        add(node / NodeIndex.WORD, 1L << node, unused -> {});
    }

    /** Adds the missing nodes of a list; {@code added} receives the index of each added node in the pool. */
    void add(NodeBits list, IntConsumer added) {
        for (int i = list.from(firstWord); i < list.at().length && list.at()[i] < firstWord + words.length; i++) {
            int word = list.at()[i] - firstWord;
            long more = list.words()[i] & selectable[word] & ~words[word];
            if (more != 0) {
                add(word, more, added);
            }
        }
    }

    /**
     * Adds the first missing nodes of a list; {@code added} receives the index of each added node in the pool.
     *
     * @param count maximum number of nodes
     * @param among nodes to choose from
     * @return number of added nodes
     */
    long addFirst(NodeBits list, long count, long[] among, IntConsumer added) {
        long left = count;
        for (int i = list.from(firstWord);
                left > 0 && i < list.at().length && list.at()[i] < firstWord + words.length;
                i++) {
            int word = list.at()[i] - firstWord;
            long more = list.words()[i] & selectable[word] & among[word] & ~words[word];
            for (; more != 0 && left > 0; more &= more - 1, left--) {
                add(word, Long.lowestOneBit(more), added);
            }
        }
        return count - left;
    }

    private void add(int word, long more, IntConsumer added) {
        if (recording) {
            log(word);
        }
        words[word] |= more;
        size += Long.bitCount(more);
        for (long rest = more; rest != 0; rest &= rest - 1) {
            added.accept(word * NodeIndex.WORD + Long.numberOfTrailingZeros(rest));
        }
    }

    /** Starts a trial: additions can be undone until they are kept. */
    void record() {
        recording = true;
        marked = size;
    }

    void keep() {
        recording = false;
        recorded = 0;
    }

    void undo() {
        while (recorded > 0) {
            recorded -= 2;
            words[(int) changes[recorded]] = changes[recorded + 1];
        }
        size = marked;
        recording = false;
    }

    private void log(int word) {
        if (recorded == changes.length) {
            changes = Arrays.copyOf(changes, 2 * recorded);
        }
        changes[recorded++] = word;
        changes[recorded++] = words[word];
    }
}
