package dev.sluice.exporter.derive.scaling.packing;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** Some nodes of one pool: a set that grows, and shrinks only where a trial is taken back. */
final class NodeSelection {

    private final int firstWord;
    private final long[] selectable;
    private final long[] words;
    private int size;
    private boolean recording;
    private int marked;
    /** Pairs of a word's place and what it was before. */
    private long[] changes = new long[8];

    private int recorded;

    /**
     * Starts empty.
     *
     * @param firstWord the place of the pool's first word
     * @param selectable the nodes that can be in it
     */
    NodeSelection(int firstWord, long[] selectable) {
        this.firstWord = firstWord;
        this.selectable = selectable;
        this.words = new long[selectable.length];
    }

    int size() {
        return size;
    }

    /** How many nodes of a list can be in it and are not. */
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

    /** Adds what is missing of a list; is told each node by its number in the pool. */
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
     * Adds the first of what is missing of a list; is told each node by its number in the pool.
     *
     * @param count how many at most
     * @param among the nodes to choose from
     * @return how many were added
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

    /** From here on what is added can be taken back, until it is kept. */
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
