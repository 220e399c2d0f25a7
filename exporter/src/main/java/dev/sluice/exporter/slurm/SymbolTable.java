package dev.sluice.exporter.slurm;

import org.jspecify.annotations.Nullable;

/**
 * Gives equal texts the same String without making one first. Of a hundred thousand jobs' partitions, users and TRES
 * strings only a few hundred are distinct. Bounded: past its capacity, and for long texts, it hands out new Strings.
 */
final class SymbolTable {

    private static final int LONGEST = 512;
    private static final int CAPACITY = 1 << 15;

    private final @Nullable String[] slots = new String[CAPACITY * 2];
    private int size;

    String symbol(char[] text, int offset, int length) {
        if (length == 0) {
            return "";
        }
        if (length > LONGEST) {
            return new String(text, offset, length);
        }
        int slot = hash(text, offset, length) & (slots.length - 1);
        for (String held = slots[slot]; held != null; held = slots[slot]) {
            if (equal(held, text, offset, length)) {
                return held;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        String symbol = new String(text, offset, length);
        if (size < CAPACITY) {
            slots[slot] = symbol;
            size++;
        }
        return symbol;
    }

    private static int hash(char[] text, int offset, int length) {
        int hash = length;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + text[i];
        }
        return hash ^ (hash >>> 16);
    }

    private static boolean equal(String held, char[] text, int offset, int length) {
        if (held.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (held.charAt(i) != text[offset + i]) {
                return false;
            }
        }
        return true;
    }
}
