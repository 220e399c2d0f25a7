package dev.sluice.exporter.slurm.memory;

import dev.sluice.exporter.json.JsonMemory;
import dev.sluice.exporter.json.UndecodableJson;
import java.util.function.Consumer;

/**
 * Estimates the memory of one response while the response is read. Refuses a response if the process has too little
 * memory for the response.
 */
public final class AnswerSize implements JsonMemory {

    /** Maximum number of errors in a response; slurmrestd sends one or two errors. */
    static final int MAX_ERRORS = 100;

    /** Maximum number of elements in a list within a record, such as the features of a node. */
    public static final int MAX_ELEMENTS = 4_096;

    /**
     * Bytes of a record, excluding its strings. The next constants are the bytes of a shared part, a tree value, a
     * string and a member name.
     */
    private static final int RECORD_BYTES = 200;

    private static final int PART_BYTES = 250;
    private static final int VALUE_BYTES = 100;
    private static final int TEXT_BYTES = 56;
    private static final int NAME_BYTES = 150;

    /** A record keeps less than a tenth of the tree from which the record is made. */
    private static final int KEPT_OF_TREE = 10;

    /** Bytes of a UTF-16 unit; an unfinished text is held in UTF-16 units. */
    private static final int BYTES_OF_UNIT = 2;

    private final int maxRecords;
    private final AnswerMemory.Part memory;
    private final MemberNames names = new MemberNames();
    private int records;
    private int errors;
    /** Bytes of the value that is being read as a tree. */
    private long treeBytes;
    /** Bytes of the token that is being read. */
    private long tokenBytes;

    /** Starts to count the memory of a response. */
    public AnswerSize(int maxRecords, AnswerMemory memory) {
        this.maxRecords = maxRecords;
        this.memory = memory.begin();
    }

    /**
     * Sets the listener that is called if other responses cause the refusal of this response because this response is
     * the largest.
     */
    public void onRefusal(Consumer<UndecodableJson> told) {
        memory.onRefusal(told);
    }

    /** Releases the memory after the response has been dropped or passed on. */
    public void end() {
        memory.end();
    }

    public void addRecord() throws UndecodableJson {
        records++;
        if (records > maxRecords) {
            throw UndecodableJson.tooLarge("the response has more than " + maxRecords
                    + " records; slurm.maxRecords allows more, where the exporter has the memory");
        }
        long kept = treeBytes / KEPT_OF_TREE;
        dropTree();
        memory.take(RECORD_BYTES + kept);
    }

    public void addError(String text, String description) throws UndecodableJson {
        errors++;
        if (errors > MAX_ERRORS) {
            throw UndecodableJson.tooLarge("the response has more than " + MAX_ERRORS + " errors");
        }
        dropTree();
        addText(text.length());
        addText(description.length());
    }

    /** Counts the shared parts that no earlier record contains. */
    public void addParts(int more) throws UndecodableJson {
        if (more > 0) {
            memory.take((long) PART_BYTES * more);
        }
    }

    public void addText(int length) throws UndecodableJson {
        memory.take(TEXT_BYTES + (long) length);
    }

    @Override
    public void name(String name) throws UndecodableJson {
        if (names.add(name)) {
            memory.take(NAME_BYTES + 2L * name.length());
        }
    }

    /** Counts the memory of a value in a tree. The tree is held until the record has been made from the tree. */
    @Override
    public void value(int length) throws UndecodableJson {
        treeBytes += VALUE_BYTES + (long) length;
        memory.take(VALUE_BYTES + (long) length);
    }

    /** Releases the memory of the tree. */
    public void dropTree() {
        memory.giveBack(treeBytes);
        treeBytes = 0;
    }

    @Override
    public void unfinished(int length) throws UndecodableJson {
        tokenBytes += (long) BYTES_OF_UNIT * length;
        memory.take((long) BYTES_OF_UNIT * length);
    }

    @Override
    public void finishToken() {
        memory.giveBack(tokenBytes);
        tokenBytes = 0;
    }
}
