package dev.sluice.exporter.slurm;

import java.util.function.Consumer;

/** Estimates what is kept of one answer while it is read, and refuses more than that the process has room for. */
final class AnswerSize {

    /** Kept of the list of errors; slurmrestd sends one or two. */
    static final int MAX_ERRORS = 100;

    /** Elements of a list within a record, such as the features of a node. */
    static final int MAX_ELEMENTS = 4_096;

    /** What a record takes beside its texts, a part, a value of a tree, a text, and a name of members; bytes. */
    private static final int RECORD_BYTES = 200;

    private static final int PART_BYTES = 250;
    private static final int VALUE_BYTES = 100;
    private static final int TEXT_BYTES = 56;
    private static final int NAME_BYTES = 150;

    /** A record that is made of a tree keeps less than a tenth of it. */
    private static final int KEPT_OF_TREE = 10;

    /** A text that has not ended is held in units of UTF-16. */
    private static final int BYTES_OF_UNIT = 2;

    private final int maxRecords;
    private final AnswerMemory.Part memory;
    private int records;
    private int errors;
    /** Of the value that is being read as a tree. */
    private long treeBytes;
    /** Of the token that is being read. */
    private long tokenBytes;

    /** Of an answer that begins. */
    AnswerSize(int maxRecords, AnswerMemory memory) {
        this.maxRecords = maxRecords;
        this.memory = memory.begin();
    }

    /** Is told where the answer is refused because others need room; it is the largest then. */
    void onRefusal(Consumer<UndecodableAnswer> told) {
        memory.onRefusal(told);
    }

    /** Nothing is kept of the answer any more, or what is has been handed on. */
    void end() {
        memory.end();
    }

    void addRecord() throws UndecodableAnswer {
        records++;
        if (records > maxRecords) {
            throw UndecodableAnswer.tooLarge("the answer has more than " + maxRecords
                    + " records; slurm.maxRecords allows more, where the exporter has the memory");
        }
        long kept = treeBytes / KEPT_OF_TREE;
        dropTree();
        memory.take(RECORD_BYTES + kept);
    }

    void addError(Answer.SlurmError error) throws UndecodableAnswer {
        errors++;
        if (errors > MAX_ERRORS) {
            throw UndecodableAnswer.tooLarge("the answer has more than " + MAX_ERRORS + " errors");
        }
        dropTree();
        addText(error.text().length());
        addText(error.description().length());
    }

    /** Parts that records share, and that no record before had. */
    void addParts(int more) throws UndecodableAnswer {
        if (more > 0) {
            memory.take((long) PART_BYTES * more);
        }
    }

    void addText(int length) throws UndecodableAnswer {
        memory.take(TEXT_BYTES + (long) length);
    }

    /** A name of members that the answer has not had before: the parser remembers it until the end. */
    void addName(int length) throws UndecodableAnswer {
        memory.take(NAME_BYTES + 2L * length);
    }

    /** A value of a record that is held as a tree, until the record is made. */
    void addValue(int length) throws UndecodableAnswer {
        treeBytes += VALUE_BYTES + (long) length;
        memory.take(VALUE_BYTES + (long) length);
    }

    /** The tree is held no more. */
    void dropTree() {
        memory.giveBack(treeBytes);
        treeBytes = 0;
    }

    /** Bytes that have completed no token: the parser holds them. */
    void addUnfinished(int length) throws UndecodableAnswer {
        tokenBytes += (long) BYTES_OF_UNIT * length;
        memory.take((long) BYTES_OF_UNIT * length);
    }

    /** The token is complete. */
    void finishToken() {
        memory.giveBack(tokenBytes);
        tokenBytes = 0;
    }

    static void checkElements(SlurmField field, int elements) throws UndecodableAnswer {
        if (elements > MAX_ELEMENTS) {
            throw UndecodableAnswer.tooLarge(
                    "a record has more than " + MAX_ELEMENTS + " elements in its list " + field.path());
        }
    }
}
