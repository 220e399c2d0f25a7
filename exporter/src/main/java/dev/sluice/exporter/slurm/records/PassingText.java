package dev.sluice.exporter.slurm.records;

/**
 * A text of a record that is parsed and not kept, so that reading it creates no String. The next record reuses the
 * memory.
 */
public final class PassingText implements CharSequence {

    private static final int USUAL_LENGTH = 512;

    private char[] buffer = new char[USUAL_LENGTH];
    private int length;

    /** Sets the text to a part of an array. */
    public void set(char[] text, int offset, int count) {
        if (count > buffer.length) {
            buffer = new char[count];
        }
        System.arraycopy(text, offset, buffer, 0, count);
        length = count;
    }

    /** Removes the text. The memory of an unusually long text is released. */
    public void clear() {
        length = 0;
        if (buffer.length > USUAL_LENGTH) {
            buffer = new char[USUAL_LENGTH];
        }
    }

    /** Returns the characters; those after {@link #length()} have no meaning. */
    public char[] buffer() {
        return buffer;
    }

    /** Returns the index of the first occurrence of a part at or after an index; -1 if there is none. */
    public int indexOf(String part, int from) {
        char first = part.charAt(0);
        char[] chars = buffer;
        int last = length - part.length();
        for (int at = from; at <= last; at++) {
            if (chars[at] == first && startsWith(part, at)) {
                return at;
            }
        }
        return -1;
    }

    /** Returns whether a part stands at an index. */
    public boolean startsWith(String part, int at) {
        if (at + part.length() > length) {
            return false;
        }
        for (int i = 0; i < part.length(); i++) {
            if (buffer[at + i] != part.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        return buffer[index];
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new String(buffer, start, end - start);
    }

    @Override
    public String toString() {
        return new String(buffer, 0, length);
    }
}
