package dev.sluice.exporter.derive.scaling.packing;

import java.util.Arrays;

/**
 * The nodes of pools that a hostlist names, as bits: 64 nodes to a word, words without any of them left out.
 *
 * @param at the places of the words, ascending
 * @param words the words at these places
 * @param names how many different names of the list are nodes of pools
 * @param complete whether all of its names are
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record NodeBits(int[] at, long[] words, int names, boolean complete) {

    /** The index of the first word that is not before a place. */
    public int from(int place) {
        int found = Arrays.binarySearch(at, place);
        return found < 0 ? -found - 1 : found;
    }

    /** How many of some nodes of a pool it names. */
    public int count(int firstWord, long[] nodes) {
        int count = 0;
        for (int i = from(firstWord); i < at.length && at[i] < firstWord + nodes.length; i++) {
            count += Long.bitCount(words[i] & nodes[at[i] - firstWord]);
        }
        return count;
    }

    /** The nodes of a pool that it names. */
    public long[] of(int firstWord, int length) {
        long[] nodes = new long[length];
        for (int i = from(firstWord); i < at.length && at[i] < firstWord + length; i++) {
            nodes[at[i] - firstWord] = words[i];
        }
        return nodes;
    }
}
