package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.slurm.schema.SlurmField;
import dev.sluice.exporter.slurm.schema.WantedMembers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list of many records. Holds the wanted members of the current record, and the earlier assembled records.
 * Omits and counts a record if a wanted member has the wrong type, or if an earlier record has the same name.
 *
 * @param <T> record of the model
 */
final class ListRecords<T> implements RecordReader<T> {

    /** Maximum number of elements in a list within a record, such as the features of a node. */
    private static final int MAX_ELEMENTS = 4_096;

    private final WantedMembers wanted;
    private final RecordAssembler<T> assembler;
    private final AnswerSize size;
    private final FieldValues values;
    private final List<T> records = new ArrayList<>();
    private int unreadable;
    /** Whether a member of the open record has the wrong type, so that its value is unknown. */
    private boolean misread;

    ListRecords(WantedMembers wanted, RecordAssembler<T> assembler, AnswerSize size) {
        this.wanted = wanted;
        this.assembler = assembler;
        this.values = new FieldValues(assembler.accelerators());
        this.size = size;
    }

    @Override
    public boolean read(JsonParser in) throws IOException, UndecodableJson {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            return false;
        }
        while (in.nextToken() != JsonToken.END_ARRAY) {
            values.clear();
            misread = false;
            if (in.currentToken() == JsonToken.START_OBJECT) {
                object(in, wanted);
            } else {
                wrongType(in);
            }
            endRecord();
        }
        dropRepeated();
        return true;
    }

    /** Keeps the first of the records with the same name. A set of all names would need more memory than sorting. */
    private void dropRepeated() {
        List<T> sorted = new ArrayList<>(records);
        sorted.sort(assembler.order());
        Set<T> repeated = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 1; i < sorted.size(); i++) {
            if (assembler.order().compare(sorted.get(i - 1), sorted.get(i)) == 0) {
                repeated.add(sorted.get(i));
            }
        }
        unreadable += repeated.size();
        if (!repeated.isEmpty()) {
            records.removeIf(repeated::contains);
        }
    }

    private void endRecord() throws UndecodableJson {
        Optional<T> record = misread ? Optional.empty() : assembler.read(values);
        size.addRecord(values.keptBytes());
        record.ifPresentOrElse(records::add, () -> unreadable++);
    }

    private void object(JsonParser in, WantedMembers members) throws IOException, UndecodableJson {
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            WantedMembers member = members.member(name);
            JsonToken token = in.nextToken();
            if (member == null) {
                in.skipChildren();
                continue;
            }
            SlurmField field = member.field();
            if (field != null) {
                field(in, field, token, name);
            } else if (token == JsonToken.START_OBJECT) {
                object(in, member);
            } else if (token != JsonToken.VALUE_NULL) {
                wrongType(in);
            }
        }
    }

    private void field(JsonParser in, SlurmField field, @Nullable JsonToken token, String name)
            throws IOException, UndecodableJson {
        if (!values.begin(field)) {
            throw new UndecodableJson("a record has the member \"" + name + "\" twice");
        }
        if (token == null || token == JsonToken.VALUE_NULL) {
            return;
        }
        switch (field.type()) {
            case NUMBER -> number(in, field, token);
            case FLAG -> {
                if (token.isBoolean()) {
                    values.flag(field, in.getBooleanValue());
                } else {
                    wrongType(in);
                }
            }
            case NAME, TEXT, GRES -> {
                if (token == JsonToken.START_ARRAY) {
                    texts(in, field);
                } else {
                    text(in, field);
                }
            }
        }
    }

    private void texts(JsonParser in, SlurmField field) throws IOException, UndecodableJson {
        for (int count = 0; in.nextToken() != JsonToken.END_ARRAY; count++) {
            if (count == MAX_ELEMENTS) {
                throw UndecodableJson.tooLarge(
                        "a record has more than " + MAX_ELEMENTS + " elements in its list " + field.path());
            }
            if (in.currentToken() != JsonToken.VALUE_NULL) {
                text(in, field);
            }
        }
    }

    private void text(JsonParser in, SlurmField field) throws IOException {
        if (in.currentToken() == JsonToken.VALUE_STRING) {
            values.text(field, in.getText());
        } else {
            wrongType(in);
        }
    }

    /**
     * Reads a plain number, or the object <code>{"set": true, "infinite": false, "number": 5}</code>. In the object of
     * an unlimited number, <code>infinite</code> is true. In the object of an unset number, <code>set</code> and
     * <code>infinite</code> are false. Unlimited and unset do not count as numbers.
     */
    private void number(JsonParser in, SlurmField field, JsonToken token) throws IOException {
        if (token.isNumeric()) {
            amount(field, in.getDoubleValue());
            return;
        }
        if (token != JsonToken.START_OBJECT) {
            wrongType(in);
            return;
        }
        boolean known = false;
        boolean set = false;
        boolean infinite = false;
        double number = Double.POSITIVE_INFINITY;
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            JsonToken value = in.nextToken();
            switch (name) {
                case "set" -> {
                    set = flag(in, value);
                    known = true;
                }
                case "infinite" -> {
                    infinite = flag(in, value);
                    known = true;
                }
                case "number" -> {
                    if (value.isNumeric()) {
                        number = in.getDoubleValue();
                        misread |= !(number >= 0);
                    } else {
                        wrongType(in);
                    }
                }
                default -> in.skipChildren();
            }
        }
        misread |= !known;
        if (set && !infinite) {
            amount(field, number);
        }
    }

    private boolean flag(JsonParser in, JsonToken value) throws IOException {
        if (!value.isBoolean()) {
            wrongType(in);
            return false;
        }
        return in.getBooleanValue();
    }

    /** Cuts off a fraction. slurmrestd can send 1.8446744073709552e19 for an unset or unlimited number. */
    private void amount(SlurmField field, double number) {
        misread |= !(number >= 0);
        if (number <= JsonTree.MAX_COUNT) {
            values.number(field, (long) number);
        }
    }

    private void wrongType(JsonParser in) throws IOException {
        misread = true;
        in.skipChildren();
    }

    @Override
    public List<T> records() {
        return Collections.unmodifiableList(records);
    }

    @Override
    public int unreadable() {
        return unreadable;
    }
}
