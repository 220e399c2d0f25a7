package dev.sluice.exporter.slurm;

/**
 * Counts what is kept of one answer and refuses more than the process can hold: a slurmrestd that sends without end
 * must not take the other clusters down.
 */
final class AnswerSize {

    /** Kept of the list of errors; slurmrestd sends one or two. */
    static final int MAX_ERRORS = 100;

    /** Elements of a list within a record, such as the features of a node. */
    static final int MAX_ELEMENTS = 4_096;

    /** What a record takes beside its texts, and a value of a tree does, bytes; generous. */
    private static final int RECORD_BYTES = 200;

    private static final int VALUE_BYTES = 100;
    private static final int TEXT_BYTES = 56;

    /** Records that repeat those of the answer before are kept once, so that half is left for all else. */
    private static final int SHARE_OF_HEAP = 2;

    private final int maxRecords;
    private final long maxBytes;
    private int records;
    private long bytes;
    /** Of the record that is being read as a tree. */
    private long treeBytes;

    AnswerSize(int maxRecords) {
        this(maxRecords, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    AnswerSize(int maxRecords, long maxBytes) {
        this.maxRecords = maxRecords;
        this.maxBytes = maxBytes;
    }

    void addRecord() throws UndecodableAnswer {
        records++;
        if (records > maxRecords) {
            throw UndecodableAnswer.tooLarge("the answer has more than " + maxRecords
                    + " records; slurm.maxRecords allows more, where the exporter has the memory");
        }
        treeBytes = 0;
        add(RECORD_BYTES);
    }

    void addText(int length) throws UndecodableAnswer {
        add(TEXT_BYTES + (long) length);
    }

    /** A value of a record that is held as a tree, until the record is made. */
    void addValue(int length) throws UndecodableAnswer {
        treeBytes += VALUE_BYTES + (long) length;
        check();
    }

    static void checkElements(SlurmField field, int elements) throws UndecodableAnswer {
        if (elements > MAX_ELEMENTS) {
            throw UndecodableAnswer.tooLarge(
                    "a record has more than " + MAX_ELEMENTS + " elements in its list " + field.path());
        }
    }

    static void checkErrors(int errors) throws UndecodableAnswer {
        if (errors > MAX_ERRORS) {
            throw UndecodableAnswer.tooLarge("the answer has more than " + MAX_ERRORS + " errors");
        }
    }

    private void add(long more) throws UndecodableAnswer {
        bytes += more;
        check();
    }

    private void check() throws UndecodableAnswer {
        if (bytes + treeBytes > maxBytes) {
            throw UndecodableAnswer.tooLarge("the answer's records take more than " + (maxBytes >> 20)
                    + " MiB, half of the heap; give the exporter more memory (-Xmx, or the limit of its container)");
        }
    }
}
