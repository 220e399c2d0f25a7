package dev.sluice.exporter.sink.prometheus;

import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Deflates text and messages into {@link Fragment}s, one after another. The memory use is constant, except for the
 * result. Not thread-safe.
 */
final class FragmentEncoder implements AutoCloseable {

    private static final int TEXT_BUFFER = 16 * 1024;
    private static final int MAX_NUMBER_LENGTH = 20;
    private static final int FIRST_OUTPUT = 4 * 1024;

    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    private final CRC32 crc = new CRC32();
    private final byte[] text = new byte[TEXT_BUFFER];
    private int textEnd;
    private long plainLength;
    private byte[] output = new byte[FIRST_OUTPUT];
    private int outputEnd;

    void append(char ascii) {
        if (textEnd == text.length) {
            compress();
        }
        text[textEnd++] = (byte) ascii;
    }

    void append(byte[] bytes) {
        append(bytes, bytes.length);
    }

    /** Appends the first {@code count} bytes. */
    void append(byte[] bytes, int count) {
        int done = 0;
        while (done < count) {
            if (textEnd == text.length) {
                compress();
            }
            int length = Math.min(count - done, text.length - textEnd);
            System.arraycopy(bytes, done, text, textEnd, length);
            textEnd += length;
            done += length;
        }
    }

    /** Appends a number in decimal digits. */
    void append(long number) {
        if (text.length - textEnd < MAX_NUMBER_LENGTH) {
            compress();
        }
        if (number < 0) {
            text[textEnd++] = '-';
        }
        int end = textEnd + digits(number);
        // Calculates with negative numbers, because Long.MIN_VALUE has no positive counterpart.
        long rest = number < 0 ? number : -number;
        for (int at = end - 1; at >= textEnd; at--) {
            text[at] = (byte) ('0' - rest % 10);
            rest /= 10;
        }
        textEnd = end;
    }

    /**
     * Appends characters from {@code start}. Stops at the first character that is not ASCII or needs an escape.
     *
     * @return index of the first character that was not appended; the length of the text if all characters were
     *     appended
     */
    int appendPlain(String characters, int start) {
        int at = start;
        int end = textEnd;
        while (at < characters.length()) {
            char c = characters.charAt(at);
            if (c >= 0x80 || c == '\\' || c == '"' || c == '\n') {
                break;
            }
            if (end == text.length) {
                textEnd = end;
                compress();
                end = textEnd;
            }
            text[end++] = (byte) c;
            at++;
        }
        textEnd = end;
        return at;
    }

    /** Ends the fragment. Text that is appended later is part of a new fragment. */
    Fragment finish(int samples) {
        compress();
        deflate(Deflater.SYNC_FLUSH);
        var fragment = new Fragment(Arrays.copyOf(output, outputEnd), plainLength, (int) crc.getValue(), samples);
        deflater.reset();
        crc.reset();
        plainLength = 0;
        outputEnd = 0;
        return fragment;
    }

    @Override
    public void close() {
        deflater.end();
    }

    private static int digits(long number) {
        int digits = 1;
        for (long rest = number / 10; rest != 0; rest /= 10) {
            digits++;
        }
        return digits;
    }

    private void compress() {
        crc.update(text, 0, textEnd);
        plainLength += textEnd;
        deflater.setInput(text, 0, textEnd);
        deflate(Deflater.NO_FLUSH);
        textEnd = 0;
    }

    private void deflate(int flush) {
        int room;
        int produced;
        do {
            if (outputEnd == output.length) {
                output = Arrays.copyOf(output, 2 * output.length);
            }
            room = output.length - outputEnd;
            produced = deflater.deflate(output, outputEnd, room, flush);
            outputEnd += produced;
        } while (produced == room);
    }
}
