package dev.sluice.exporter.json;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Removes unwanted members from the records of a document, before a parser reads the document. Most members of
 * slurmrestd's records are unwanted, and finding the end of a value takes a fraction of the time for parsing the value.
 * Checks what it removes, so that a malformed document is refused as without the filter.
 *
 * <p>The document is an object with a list of records. The other members of the object, elements of the list that are not
 * objects, and members whose names contain escapes are kept.
 *
 * <p>Does not keep a record that has the same members as the record before it, in the same order: passes the members that
 * have other values.
 */
public final class MemberFilter {

    /**
     * Length from which a record is not read as a whole, but passed to the parser as it arrives. The record of a job on
     * a dozen nodes can be longer, because slurmrestd lists each core of the job.
     */
    private static final int LONG = 1 << 18;

    /** The same for other members of the document. */
    private static final int LONG_MEMBER = 1 << 16;

    /** Maximum length of an array that is used again. */
    private static final int MAX_REUSED = 1 << 17;

    private final KeptBytes kept = new KeptBytes();
    private final MemberScanner scanner;
    private final int longFrom;

    /** The beginning of a value whose end has not arrived. */
    private byte[] postponed = {};

    private int postponedLength;
    /** Length of {@link #postponed} at which the value is tried again. */
    private int tryAt;

    /** Position in the document after the bytes that have been scanned. */
    private long position;

    /**
     * @param list name of the list of records
     * @param record wanted members of a record
     * @param numbers the fields that contain numbers, as a number or as Slurm's object of a number; the object of an
     *     unset or infinite number becomes null
     * @param changes receives the records that are not kept
     * @param limits maximum levels of nesting, and maximum length of a name
     */
    public <F> MemberFilter(
            String list, WantedMembers<F> record, Predicate<F> numbers, RecordChanges<F> changes, JsonFormat limits) {
        this(list, record, numbers, changes, limits, LONG);
    }

    /** The same with the length from which a value is not read as a whole. */
    <F> MemberFilter(
            String list,
            WantedMembers<F> record,
            Predicate<F> numbers,
            RecordChanges<F> changes,
            JsonFormat limits,
            int longFrom) {
        if (!record.object()) {
            throw new IllegalArgumentException("a record has named members");
        }
        FilterNode node = FilterNode.of(record, numbers, changes);
        this.scanner = new MemberScanner(list, node, changes, limits, kept);
        this.longFrom = longFrom;
    }

    /**
     * Filters the next bytes. Returns the index of the bytes that must be filtered next, after the {@linkplain #kept()
     * kept} ones have been parsed.
     */
    int filter(byte[] bytes, int from, int end) throws IOException, UndecodableJson {
        kept.clear(position);
        if (postponedLength > 0) {
            return continuePostponed(bytes, from, end);
        }
        int at = scan(bytes, from, end);
        if (!scanner.incomplete()) {
            return at;
        }
        postpone(bytes, at, end);
        tryAt = Math.max(scanner.expectedLength(), 2 * postponedLength);
        return end;
    }

    /** Returns what is kept of the last bytes, valid until more bytes are filtered. */
    KeptBytes kept() {
        return kept;
    }

    /**
     * Filters the last bytes, and keeps those of a value whose end is missing. Returns false if bytes are left, which
     * must be filtered after the kept ones have been parsed.
     */
    boolean end() throws IOException, UndecodableJson {
        kept.clear(position);
        drop(scan(postponed, 0, postponedLength));
        if (scanner.incomplete()) {
            keepPostponed();
        }
        return postponedLength == 0;
    }

    private void keepPostponed() throws IOException, UndecodableJson {
        kept.next(postponed, 0, position);
        scanner.keepLongValue(0);
        drop(scan(postponed, 0, postponedLength));
    }

    /** Adds bytes to the postponed ones. Returns the index after the bytes that have been added or filtered. */
    private int continuePostponed(byte[] bytes, int from, int end) throws IOException, UndecodableJson {
        int before = postponedLength;
        int to = Math.min(end, from + tryAt - before);
        postpone(bytes, from, to);
        if (postponedLength < tryAt) {
            return to;
        }
        int scanned = scan(postponed, 0, postponedLength);
        if (scanned >= before) {
            drop(postponedLength);
            return from + scanned - before;
        }
        drop(scanned);
        if (scanner.incomplete() && isLong()) {
            keepPostponed();
        } else {
            tryAt = scanner.incomplete() ? 2 * postponedLength : postponedLength;
        }
        return to;
    }

    private boolean isLong() {
        return postponedLength >= (scanner.inRecords() ? longFrom : Math.min(longFrom, LONG_MEMBER));
    }

    /** Removes the first of the postponed bytes. */
    private void drop(int count) {
        postponedLength -= count;
        if (postponedLength == 0 && postponed.length > MAX_REUSED) {
            postponed = new byte[0];
        } else {
            System.arraycopy(postponed, count, postponed, 0, postponedLength);
        }
    }

    private void postpone(byte[] bytes, int from, int to) {
        int length = postponedLength + to - from;
        if (length > postponed.length) {
            postponed = Arrays.copyOf(postponed, Math.max(length, postponed.length + postponed.length / 2));
        }
        System.arraycopy(bytes, from, postponed, postponedLength, to - from);
        postponedLength = length;
    }

    private int scan(byte[] bytes, int from, int end) throws IOException, UndecodableJson {
        kept.next(bytes, from, position);
        int at = scanner.scan(bytes, from, end);
        position += at - from;
        return at;
    }

    /** Returns true if the last bytes completed a name or value. */
    boolean completed() {
        return scanner.completed();
    }

    /** Returns the position of the error, or the position of a kept byte. */
    long position(long keptByte) {
        return scanner.position(keptByte);
    }
}
