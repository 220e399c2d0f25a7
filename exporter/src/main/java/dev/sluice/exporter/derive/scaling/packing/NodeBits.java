package dev.sluice.exporter.derive.scaling.packing;

import java.util.Arrays;

/**
 * The nodes of pools in a hostlist, as bits: 64 nodes per word, without empty words.
 *
 * @param at indexes of the words, ascending
 * @param words words at these indexes
 * @param names number of distinct names in the list that are nodes of pools
 * @param complete whether all names in the list are nodes of pools
 */
@SuppressWarnings("ArrayRecordComponent") // The arrays are never compared.
public record NodeBits(int[] at, long[] words, int names, boolean complete) {

    /** Returns the position of the first word whose index is not below the given index. */
    public int from(int place) {
        int found = Arrays.binarySearch(at, place);
        return found < 0 ? -found - 1 : found;
    }

    /** Returns how many of these nodes of a pool are in the list. */
    public int count(int firstWord, long[] nodes) {
        int count = 0;
        for (int i = from(firstWord); i < at.length && at[i] < firstWord + nodes.length; i++) {
            count += Long.bitCount(words[i] & nodes[at[i] - firstWord]);
        }
        return count;
    }

    /** Returns the nodes of a pool that are in the list. */
    public long[] of(int firstWord, int length) {
        long[] nodes = new long[length];
        addTo(nodes, firstWord);
        return nodes;
    }

    /** Adds the nodes of a pool that are in the list. */
    public void addTo(long[] nodes, int firstWord) {
        for (int i = from(firstWord); i < at.length && at[i] < firstWord + nodes.length; i++) {
            nodes[at[i] - firstWord] |= words[i];
        }
    }
}
