package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.json.JsonStream;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.json.RecordChanges;
import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.json.WantedMembers;
import dev.sluice.exporter.model.BoundedName;
import dev.sluice.exporter.slurm.memory.AnswerSize;
import dev.sluice.exporter.slurm.records.DistinctRecords;
import dev.sluice.exporter.slurm.records.RecordKeeper;
import dev.sluice.exporter.slurm.records.TextCache;
import dev.sluice.exporter.slurm.schema.SlurmField;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list of many records. Holds the wanted members of the current record, and the earlier assembled records.
 * Omits and counts a record if a wanted member has the wrong type, or if an earlier record has the same name.
 *
 * @param <T> record of the model
 */
final class StreamedRecords<T> implements RecordReader<T>, RecordChanges<SlurmField> {

    private final RecordAssembler<T> assembler;
    private final TextCache texts;
    private final AnswerSize size;
    private final DistinctRecords<T> records;
    private int unreadable;
    /** Number of the assembler's parts for the records that have been read. */
    private int parts;

    /** The wanted members of the innermost open object, and of the objects that contain this object. */
    private WantedMembers<SlurmField> members;

    private final Deque<WantedMembers<SlurmField>> outer = new ArrayDeque<>();
    /** Number of open wanted objects: the record and the objects within the record. */
    private int depth;
    /** The member whose value comes next; null if the member is not wanted. */
    private @Nullable WantedMembers<SlurmField> next;
    /** The field whose list of texts is open. */
    private @Nullable SlurmField inTexts;

    private int textCount;
    /** Whether a member of the open record has the wrong type, so that its value is unknown. */
    private boolean misread;

    /** Fields of the open record that have already been read. */
    private final Set<SlurmField> given = EnumSet.noneOf(SlurmField.class);

    private final FieldValues values = new FieldValues();
    /** The field whose value differs from that in the record before. */
    private @Nullable SlurmField changed;

    private final WrappedNumber wrapped = new WrappedNumber();

    StreamedRecords(
            WantedMembers<SlurmField> wanted, RecordAssembler<T> assembler, AnswerSize size, RecordKeeper<T> keeper) {
        this.members = wanted;
        this.assembler = assembler;
        this.size = size;
        this.parts = assembler.parts();
        this.texts = keeper.texts();
        this.records = new DistinctRecords<>(keeper, assembler::key);
        texts.nextAnswer();
    }

    @Override
    public boolean begin(JsonToken token, JsonStream<?> stream) {
        return token == JsonToken.START_ARRAY;
    }

    @Override
    public Records<T> end() {
        List<T> distinct = records.list();
        return new Records<>(distinct, unreadable + records.size() - distinct.size());
    }

    @Override
    public boolean accept(JsonToken token, JsonStream<?> stream) throws IOException, UndecodableJson {
        JsonParser parser = stream.parser();
        if (wrapped.open()) {
            acceptWrapped(token, stream);
            return false;
        }
        switch (token) {
            case FIELD_NAME -> name(parser.currentName());
            case START_OBJECT -> startObject(stream);
            case END_OBJECT -> endObject();
            case START_ARRAY -> startArray(stream);
            case END_ARRAY -> {
                if (inTexts == null) {
                    return true;
                }
                inTexts = null;
            }
            default -> scalar(token, parser);
        }
        return false;
    }

    private void name(String name) throws UndecodableJson {
        next = members.member(name);
        SlurmField field = next == null ? null : next.field();
        if (field != null && !given.add(field)) {
            throw new UndecodableJson("a record has the member \"" + name + "\" twice");
        }
    }

    private void startObject(JsonStream<?> stream) {
        if (depth == 0) {
            values.clear();
            given.clear();
            misread = false;
            inTexts = null;
            depth = 1;
        } else if (inTexts != null || next == null) {
            misread |= inTexts != null;
            stream.skip();
        } else if (next.field() == null) {
            outer.push(members);
            members = next;
            depth++;
        } else if (next.field().type() == SlurmField.Type.NUMBER) {
            wrapped.begin();
        } else {
            misread = true;
            stream.skip();
        }
    }

    private void endObject() throws UndecodableJson {
        depth--;
        if (depth > 0) {
            members = outer.pop();
            return;
        }
        endRecord();
    }

    @Override
    public void endRecord() throws UndecodableJson {
        inTexts = null;
        size.addRecord();
        Optional<T> record = misread ? Optional.empty() : assembler.read(values);
        int known = assembler.parts();
        size.addParts(known - parts);
        parts = known;
        if (record.isPresent()) {
            records.add(record.get());
        } else {
            unreadable++;
        }
    }

    private void startArray(JsonStream<?> stream) {
        if (depth == 0) {
            stream.skip();
            unreadable++;
        } else if (inTexts != null || next == null) {
            misread |= inTexts != null;
            stream.skip();
        } else if (next.field() != null && isText(next.field())) {
            inTexts = next.field();
            textCount = 0;
        } else {
            misread = true;
            stream.skip();
        }
    }

    private void scalar(JsonToken token, JsonParser parser) throws IOException, UndecodableJson {
        if (depth == 0) {
            unreadable++;
            return;
        }
        if (next == null || token == JsonToken.VALUE_NULL) {
            return;
        }
        SlurmField field = next.field();
        if (field == null) {
            misread = true;
            return;
        }
        switch (token) {
            case VALUE_STRING ->
                text(field, parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(field, amount(token, parser));
            default -> flag(field, token == JsonToken.VALUE_TRUE);
        }
    }

    private void text(SlurmField field, char[] chars, int offset, int length) throws UndecodableJson {
        if (!isText(field)) {
            misread = true;
            return;
        }
        if (inTexts != null) {
            textCount++;
            if (textCount > AnswerSize.MAX_ELEMENTS) {
                throw UndecodableJson.tooLarge(
                        "a record has more than " + AnswerSize.MAX_ELEMENTS + " elements in its list " + field.path());
            }
        }
        if (field.passes()) {
            values.passing(field, chars, offset, length);
            return;
        }
        String text = field.recurs()
                ? texts.text(chars, offset, length)
                : OutsideText.printable(new String(chars, offset, length));
        if (field.type() == SlurmField.Type.NAME) {
            text = BoundedName.of(text);
        }
        if (field.kept() && (!field.recurs() || texts.made())) {
            size.addText(text.length());
        }
        values.text(field, text);
    }

    private void number(SlurmField field, long amount) {
        if (field.type() != SlurmField.Type.NUMBER || amount == WrappedNumber.NONE) {
            misread = true;
        } else if (amount != WrappedNumber.UNLIMITED) {
            values.number(field, amount);
        }
    }

    private void flag(SlurmField field, boolean value) {
        if (field.type() == SlurmField.Type.FLAG) {
            values.flag(field, value);
        } else {
            misread = true;
        }
    }

    private static boolean isText(SlurmField field) {
        return field.type() == SlurmField.Type.NAME || field.type() == SlurmField.Type.TEXT;
    }

    private void acceptWrapped(JsonToken token, JsonStream<?> stream) throws IOException {
        JsonParser parser = stream.parser();
        SlurmField field = next == null ? null : next.field();
        switch (token) {
            case FIELD_NAME -> wrapped.name(parser.currentName());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> wrapped.number(amount(token, parser));
            case VALUE_TRUE -> wrapped.flag(true);
            case VALUE_FALSE -> wrapped.flag(false);
            case START_OBJECT, START_ARRAY -> {
                wrapped.other();
                stream.skip();
            }
            case END_OBJECT -> {
                wrapped.end();
                misread |= wrapped.misread();
                if (field != null && wrapped.hasValue()) {
                    values.number(field, wrapped.value());
                }
            }
            default -> wrapped.other();
        }
    }

    /**
     * Returns the number without its fraction, {@link WrappedNumber#NONE} for a negative number or NaN, and
     * {@link WrappedNumber#UNLIMITED} for a number that is too large for an amount. slurmrestd can send
     * 1.8446744073709552e19 for an unset or unlimited number.
     */
    private static long amount(JsonToken token, JsonParser parser) throws IOException {
        if (token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            return amount(parser.getLongValue());
        }
        double value = parser.getDoubleValue();
        if (value >= 0 && value <= JsonTree.MAX_COUNT) {
            return (long) value;
        }
        return value > 0 ? WrappedNumber.UNLIMITED : WrappedNumber.NONE;
    }

    private static long amount(long value) {
        if (value >= 0 && value <= JsonTree.MAX_COUNT) {
            return value;
        }
        return value < 0 ? WrappedNumber.NONE : WrappedNumber.UNLIMITED;
    }

    @Override
    public boolean possible() {
        return !misread;
    }

    @Override
    public void field(SlurmField field) {
        changed = field;
        inTexts = null;
        values.clear(field);
    }

    private SlurmField changed() {
        return Objects.requireNonNull(changed);
    }

    @Override
    public void list() {
        inTexts = changed();
        textCount = 0;
        misread |= !isText(changed());
    }

    @Override
    public void text(char[] text, int length) throws UndecodableJson {
        text(changed(), text, 0, length);
    }

    @Override
    public void number(long value) {
        number(changed(), amount(value));
    }

    @Override
    public void flag(boolean value) {
        flag(changed(), value);
    }
}
