package dev.sluice.exporter.slurm;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
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
 * <p>Lenient where a newer Slurm may differ (unknown members, members of another type: not read), strict where numbers
 * could become wrong (the list must be there, once, and the JSON whole).
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
    private final AnswerTokens tokens = new AnswerTokens(this::accept);
    private final JsonParser parser = tokens.parser();

    private final List<T> records;
    private final List<Answer.SlurmError> errors = new ArrayList<>();
    private int unreadable;
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

    /** The fields of the open record whose members have come already. */
    private final Set<SlurmField> given = EnumSet.noneOf(SlurmField.class);

    private final WrappedNumber wrapped = new WrappedNumber();

    /** For an answer by itself. */
    AnswerReader(String listName, WantedMembers root, RecordAssembler<T> assembler) {
        this(listName, root, assembler, new PreviousAnswer<>(Object::hashCode));
    }

    /** For an answer that may repeat records of the one before. */
    AnswerReader(String listName, WantedMembers root, RecordAssembler<T> assembler, PreviousAnswer<T> previous) {
        this.listName = listName;
        this.root = root;
        this.assembler = assembler;
        this.previous = previous;
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
        return new Answer<>(records, unreadable, lastUpdate, release, errors);
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
            }
            open[depth++] = listMember;
        } else if (inTexts != null || next == null) {
            skipping = 1;
        } else if (next.leaf() != null) {
            wrapped.begin();
        } else {
            open[depth++] = next;
        }
    }

    private void endObject() {
        depth--;
        if (depth == 0) {
            ended = true;
        } else if (depth == 1 && inErrors) {
            errorAssembler.end().ifPresent(errors::add);
        } else if (depth == 1 && inList != null) {
            endRecord();
        }
    }

    private void endRecord() {
        Optional<T> record = assembler.end();
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
            skipping = 1;
        } else if (next.leaf() != null) {
            inTexts = next.leaf();
        } else if (depth == 1) {
            startList(parser.currentName(), next);
        } else {
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
        if (inTexts != null) {
            if (token == JsonToken.VALUE_STRING) {
                text(inTexts);
            }
            return;
        }
        SlurmField field = next == null ? null : next.leaf();
        if (field == null) {
            return;
        }
        switch (token) {
            case VALUE_STRING -> text(field);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                if (isAmount()) {
                    number(field, integer());
                }
            }
            case VALUE_TRUE -> flag(field, true);
            case VALUE_FALSE -> flag(field, false);
            default -> {}
        }
    }

    private void acceptWrapped(JsonToken token) throws IOException {
        SlurmField field = next == null ? null : next.leaf();
        switch (token) {
            case FIELD_NAME -> wrapped.name(parser.currentName());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                if (isAmount()) {
                    wrapped.number(integer());
                }
            }
            case VALUE_TRUE -> wrapped.flag(true);
            case VALUE_FALSE -> wrapped.flag(false);
            case START_OBJECT, START_ARRAY -> skipping = 1;
            case END_OBJECT -> {
                wrapped.end();
                if (field != null && wrapped.hasValue()) {
                    number(field, wrapped.value());
                }
            }
            default -> {}
        }
    }

    private void text(SlurmField field) throws IOException {
        String text = field.recurs()
                ? symbols.symbol(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength())
                : parser.getText();
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

    /** Whether the number at hand counts something; unset and unlimited come as 1.8446744073709552e19, too. */
    private boolean isAmount() throws IOException {
        return Math.abs(parser.getDoubleValue()) <= LARGEST;
    }

    private long integer() throws IOException {
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            default -> (long) parser.getDoubleValue();
        };
    }
}
