package dev.sluice.exporter.slurm.records;

import dev.sluice.common.log.OutsideText;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Returns one String for all equal texts, without creating a new String. A hundred thousand jobs have only a few
 * hundred distinct partitions, users and TRES strings. The size of the cache is limited: for long texts, and while the
 * cache is full, the cache returns new Strings. Successive responses share a table; a text that a response does not use
 * is dropped when the next response starts.
 */
public final class TextCache {

    private static final int MIN_SLOTS = 1 << 8;
    private static final int MAX_LENGTH = 512;
    private static final int CAPACITY = 1 << 15;

    private @Nullable String[] slots = new String[MIN_SLOTS];
    private boolean[] used = new boolean[MIN_SLOTS];
    private final char[] compared = new char[MAX_LENGTH];
    private int size;
    private boolean made;

    /** Returns true if the newest text was created, false if the newest text was taken from the cache. */
    public boolean made() {
        return made;
    }

    /** Drops all texts. */
    public void clear() {
        slots = new String[MIN_SLOTS];
        used = new boolean[MIN_SLOTS];
        size = 0;
    }

    /** Starts the next response. */
    public void nextAnswer() {
        rehash(slots.length, false);
        Arrays.fill(used, false);
    }

    /** Moves all texts, or only those that this response uses, to a table of the given length. */
    private void rehash(int length, boolean all) {
        @Nullable String[] before = slots;
        boolean[] usedBefore = used;
        slots = new String[length];
        used = new boolean[length];
        size = 0;
        for (int from = 0; from < before.length; from++) {
            String held = before[from];
            if (held != null && (all || usedBefore[from])) {
                int slot = slot(held.toCharArray(), 0, held.length());
                slots[slot] = held;
                used[slot] = usedBefore[from];
                size++;
            }
        }
    }

    public String text(char[] text, int offset, int length) {
        made = false;
        if (length == 0) {
            return "";
        }
        if (length > MAX_LENGTH) {
            made = true;
            return OutsideText.printable(new String(text, offset, length));
        }
        int slot = slot(text, offset, length);
        String held = slots[slot];
        if (held != null) {
            used[slot] = true;
            return held;
        }
        made = true;
        String read = new String(text, offset, length);
        String kept = OutsideText.printable(read);
        // A string that was made printable is never found again. Such strings would fill the table.
        if (size < CAPACITY && kept.equals(read)) {
            if (size * 2 >= slots.length) {
                rehash(slots.length * 2, true);
                slot = slot(text, offset, length);
            }
            slots[slot] = kept;
            used[slot] = true;
            size++;
        }
        return kept;
    }

    /** Returns the slot of the text, or the free slot for a new text. */
    private int slot(char[] text, int offset, int length) {
        int slot = hash(text, offset, length) & (slots.length - 1);
        for (String held = slots[slot]; held != null && !equal(held, text, offset, length); held = slots[slot]) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    private static int hash(char[] text, int offset, int length) {
        int hash = length;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + text[i];
        }
        return hash ^ (hash >>> 16);
    }

    /** Compares copies: without the optimizing compiler, a loop over the characters of a String is slow. */
    private boolean equal(String held, char[] text, int offset, int length) {
        if (held.length() != length) {
            return false;
        }
        held.getChars(0, length, compared, 0);
        return Arrays.equals(compared, 0, length, text, offset, offset + length);
    }
}
