package dev.sluice.exporter.slurm;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.exporter.model.BoundedName;
import dev.sluice.exporter.model.OutsideText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decodes an answer of slurmrestd as its bytes arrive. Nothing of the answer is held but the records that the assembler
 * makes, so that memory grows with what is kept and not with what is sent.
 *
 * <p>Lenient where a newer Slurm may differ (unknown members: not read), strict where numbers could become wrong: the
 * list must be there, once, and the JSON whole; a record with a wanted member of another type, and the second one of the
 * same name, are left out and counted.
 *
 * @param <T> record of the model
 */
final class AnswerReader<T> implements AnswerDecoder<T> {

    /** More than any path of {@link SlurmField} is deep. */
    private static final int DEEPEST = 8;

    /** Slurm counts nothing beyond this, and a double holds every whole number up to it. */
    private static final double LARGEST = 1L << 53;

    private final String listName;
    private final RecordAssembler<T> assembler;
    private final ErrorAssembler errorAssembler = new ErrorAssembler();
    private final PreviousAnswer<T> previous;
    private final SymbolTable symbols;
    private final AnswerSize size;
    private final AnswerTokens tokens;
    private final JsonParser parser;

    private final List<T> records;
    private final List<Answer.SlurmError> errors = new ArrayList<>();
    private int unreadable;
    /** Of the records so far, as their assembler keeps them. */
    private int parts;

    private long lastUpdate;
    private String release = "";
    private boolean listSeen;
    private boolean ended;

    /** The wanted members of the objects that are open, outermost first. */
    private final WantedMembers[] open = new WantedMembers[DEEPEST];

    private final WantedMembers root;
    private int depth;
    /** How many containers that nobody wants are open. */
    private int skipping;
    /** The member whose value comes next; null where nobody wants it. */
    private @Nullable WantedMembers next;
    /** Who takes the records of the list that is open: this reader's own, or the errors; null outside of both. */
    private @Nullable RecordAssembler<?> inList;

    private boolean inErrors;
    /** The members that are wanted of that list's records. */
    private @Nullable WantedMembers listMember;
    /** The field whose list of texts is open. */
    private @Nullable SlurmField inTexts;

    private int texts;
    /** Whether a member of the open record is of another type than it should be: what it counts is not known. */
    private boolean misread;

    /** The fields of the open record whose members have come already. */
    private final Set<SlurmField> given = EnumSet.noneOf(SlurmField.class);

    private final WrappedNumber wrapped = new WrappedNumber();

    /** For an answer by itself. */
    AnswerReader(String listName, WantedMembers root, RecordAssembler<T> assembler, AnswerSize size) {
        this(listName, root, assembler, size, new PreviousAnswer<>(Object::hashCode));
    }

    /** For an answer that may repeat records of the one before. */
    AnswerReader(
            String listName,
            WantedMembers root,
            RecordAssembler<T> assembler,
            AnswerSize size,
            PreviousAnswer<T> previous) {
        this.size = size;
        this.tokens = new AnswerTokens(this::accept, size);
        this.parser = tokens.parser();
        this.listName = listName;
        this.root = root;
        this.assembler = assembler;
        this.previous = previous;
        this.parts = assembler.parts();
        this.symbols = previous.symbols();
        this.records = new ArrayList<>(previous.size());
        symbols.nextAnswer();
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) throws UndecodableAnswer {
        tokens.feed(bytes, offset, length);
    }

    @Override
    public List<Answer.SlurmError> errors() {
        return List.copyOf(errors);
    }

    @Override
    public Answer<T> end() throws UndecodableAnswer {
        tokens.end();
        if (!ended) {
            throw tokens.cutOff();
        }
        if (!listSeen && errors.isEmpty()) {
            throw new UndecodableAnswer("the answer has no list \"" + listName + "\"");
        }
        List<T> distinct = DistinctRecords.of(records, assembler);
        return new Answer<>(distinct, unreadable + records.size() - distinct.size(), lastUpdate, release, errors);
    }

    private void accept(JsonToken token) throws IOException, UndecodableAnswer {
        if (skipping > 0) {
            if (token.isStructStart()) {
                skipping++;
            } else if (token.isStructEnd()) {
                skipping--;
            }
            return;
        }
        if (wrapped.open()) {
            acceptWrapped(token);
            return;
        }
        switch (token) {
            case FIELD_NAME -> name(parser.currentName());
            case START_OBJECT -> startObject();
            case END_OBJECT -> endObject();
            case START_ARRAY -> startArray();
            case END_ARRAY -> endArray();
            default -> scalar(token);
        }
    }

    private void name(String name) throws UndecodableAnswer {
        next = open[depth - 1].member(name);
        SlurmField field = next == null ? null : next.leaf();
        if (inList != null && field != null && !given.add(field)) {
            throw new UndecodableAnswer("a record has the member \"" + name + "\" twice");
        }
    }

    private void startObject() throws UndecodableAnswer {
        if (depth == 0) {
            if (ended) {
                throw new UndecodableAnswer("more follows after the end of the answer");
            }
            open[depth++] = root;
            return;
        }
        if (listMember != null && depth == 1) {
            if (inList != null) {
                inList.begin();
                given.clear();
                misread = false;
            }
            open[depth++] = listMember;
        } else if (inTexts != null || next == null) {
            misread |= inTexts != null;
            skipping = 1;
        } else if (next.leaf() == null) {
            open[depth++] = next;
        } else if (next.leaf().type() == SlurmField.Type.NUMBER) {
            wrapped.begin();
        } else {
            misread = true;
            skipping = 1;
        }
    }

    private void endObject() throws UndecodableAnswer {
        depth--;
        if (depth == 0) {
            ended = true;
        } else if (depth == 1 && inErrors) {
            Answer.SlurmError error = errorAssembler.error();
            size.addError(error);
            errors.add(error);
        } else if (depth == 1 && inList != null) {
            endRecord();
        }
    }

    private void endRecord() throws UndecodableAnswer {
        size.addRecord();
        Optional<T> record = misread ? Optional.empty() : assembler.end();
        int known = assembler.parts();
        size.addParts(known - parts);
        parts = known;
        if (record.isPresent()) {
            records.add(previous.reuse(record.get()));
        } else {
            unreadable++;
        }
    }

    private void startArray() throws IOException, UndecodableAnswer {
        if (depth == 0) {
            throw new UndecodableAnswer("the answer is a JSON list, not an object");
        }
        if (betweenRecords()) {
            skipping = 1;
            passOver();
        } else if (inTexts != null || next == null) {
            misread |= inTexts != null;
            skipping = 1;
        } else if (depth == 1 && next.leaf() == null) {
            startList(parser.currentName(), next);
        } else if (next.leaf() != null && isText(next.leaf())) {
            inTexts = next.leaf();
            texts = 0;
        } else {
            misread = true;
            skipping = 1;
        }
    }

    private void startList(String name, WantedMembers member) throws UndecodableAnswer {
        if (name.equals("errors")) {
            inList = errorAssembler;
            inErrors = true;
            listMember = member;
        } else if (name.equals(listName)) {
            if (listSeen) {
                throw new UndecodableAnswer("the answer has the list \"" + listName + "\" twice");
            }
            listSeen = true;
            inList = assembler;
            listMember = member;
        } else {
            skipping = 1;
        }
    }

    private void endArray() {
        if (inTexts != null) {
            inTexts = null;
        } else {
            inList = null;
            inErrors = false;
            listMember = null;
        }
    }

    private boolean betweenRecords() {
        return depth == 1 && listMember != null;
    }

    private void passOver() {
        if (!inErrors) {
            unreadable++;
        }
    }

    private void scalar(JsonToken token) throws IOException, UndecodableAnswer {
        if (depth == 0) {
            throw new UndecodableAnswer("the answer is not a JSON object");
        }
        if (betweenRecords()) {
            passOver();
            return;
        }
        if (next == null || token == JsonToken.VALUE_NULL) {
            return;
        }
        SlurmField field = inTexts != null ? inTexts : next.leaf();
        if (field == null) {
            misread = true;
            return;
        }
        switch (token) {
            case VALUE_STRING -> textOf(field);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> numberOf(field);
            default -> flagOf(field, token == JsonToken.VALUE_TRUE);
        }
    }

    private void textOf(SlurmField field) throws IOException, UndecodableAnswer {
        if (!isText(field)) {
            misread = true;
            return;
        }
        if (inTexts != null) {
            texts++;
            AnswerSize.checkElements(field, texts);
        }
        text(field);
    }

    private void numberOf(SlurmField field) throws IOException {
        if (field.type() != SlurmField.Type.NUMBER || isNegative()) {
            misread = true;
        } else if (isAmount()) {
            number(field, integer());
        }
    }

    private void flagOf(SlurmField field, boolean value) {
        if (field.type() == SlurmField.Type.FLAG) {
            flag(field, value);
        } else {
            misread = true;
        }
    }

    private static boolean isText(SlurmField field) {
        return field.type() == SlurmField.Type.NAME || field.type() == SlurmField.Type.TEXT;
    }

    private void acceptWrapped(JsonToken token) throws IOException {
        SlurmField field = next == null ? null : next.leaf();
        switch (token) {
            case FIELD_NAME -> wrapped.name(parser.currentName());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                wrapped.number(isNegative() ? WrappedNumber.NONE : isAmount() ? integer() : WrappedNumber.UNLIMITED);
            case VALUE_TRUE -> wrapped.flag(true);
            case VALUE_FALSE -> wrapped.flag(false);
            case START_OBJECT, START_ARRAY -> {
                wrapped.other();
                skipping = 1;
            }
            case END_OBJECT -> {
                wrapped.end();
                misread |= wrapped.misread();
                if (field != null && wrapped.hasValue()) {
                    number(field, wrapped.value());
                }
            }
            default -> wrapped.other();
        }
    }

    private void text(SlurmField field) throws IOException, UndecodableAnswer {
        String text = field.recurs()
                ? symbols.symbol(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength())
                : OutsideText.printable(parser.getText());
        if (field.type() == SlurmField.Type.NAME) {
            text = BoundedName.of(text);
        }
        if (field.kept() && (!field.recurs() || symbols.made())) {
            size.addText(text.length());
        }
        if (inList != null) {
            inList.text(field, text);
        } else if (field == SlurmField.RELEASE) {
            release = text;
        }
    }

    private void number(SlurmField field, long value) {
        if (inList != null) {
            inList.number(field, value);
        } else if (field == SlurmField.LAST_UPDATE) {
            lastUpdate = value;
        }
    }

    private void flag(SlurmField field, boolean value) {
        if (inList != null) {
            inList.flag(field, value);
        }
    }

    /** Whether no number at all, or one that counts nothing. */
    private boolean isNegative() throws IOException {
        double value = parser.getDoubleValue();
        return Double.isNaN(value) || value < 0;
    }

    /** Whether the number at hand counts something; unset and unlimited come as 1.8446744073709552e19, too. */
    private boolean isAmount() throws IOException {
        return parser.getDoubleValue() <= LARGEST;
    }

    private long integer() throws IOException {
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            default -> (long) parser.getDoubleValue();
        };
    }
}
