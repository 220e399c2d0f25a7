package dev.sluice.exporter.slurm;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decodes an answer of which few records come, or rarely: each is held as a tree until it is made into a record of the
 * model. Where the path leads to an object and not to a list, that object is the one record.
 *
 * @param <T> record of the model
 */
final class TreeReader<T> implements AnswerDecoder<T> {

    private final List<String> path;
    private final Function<JsonTree, Optional<T>> record;
    private final AnswerTokens tokens;
    private final JsonParser parser;
    private final AnswerSize size;
    private final TreeBuilder builder;

    private final List<T> records = new ArrayList<>();
    private final List<Answer.SlurmError> errors = new ArrayList<>();
    private String release = "";
    private int unreadable;
    /** How many members of the path are open; the root is always. */
    private int depth;
    /** How many containers that nobody wants are open. */
    private int skipping;

    private String name = "";
    private boolean building;
    private boolean inList;
    private boolean inErrors;
    private boolean seen;
    private boolean begun;
    private boolean ended;

    TreeReader(List<String> path, Function<JsonTree, Optional<T>> record, AnswerSize size) {
        this.size = size;
        this.tokens = new AnswerTokens(this::accept, size);
        this.parser = tokens.parser();
        this.builder = new TreeBuilder(size);
        this.path = List.copyOf(path);
        this.record = record;
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
        if (!seen && errors.isEmpty()) {
            throw new UndecodableAnswer("the answer has no \"" + String.join(".", path) + "\"");
        }
        return new Answer<>(records, unreadable, 0, release, errors);
    }

    private void accept(JsonToken token) throws IOException, UndecodableAnswer {
        if (building) {
            build(token);
        } else if (skipping > 0) {
            skipping += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        } else if (!begun) {
            if (token != JsonToken.START_OBJECT) {
                throw new UndecodableAnswer("the answer is not a JSON object");
            }
            begun = true;
        } else if (ended) {
            throw new UndecodableAnswer("more follows after the end of the answer");
        } else if (inList) {
            inList = token != JsonToken.END_ARRAY;
            if (inList) {
                build(token);
            }
        } else if (inErrors) {
            inErrors = token != JsonToken.END_ARRAY;
            if (inErrors) {
                build(token);
            }
        } else if (token == JsonToken.FIELD_NAME) {
            name = parser.currentName();
        } else if (token == JsonToken.END_OBJECT) {
            ended = depth == 0;
            depth--;
        } else {
            member(token);
        }
    }

    private void member(JsonToken token) throws IOException, UndecodableAnswer {
        boolean onPath = name.equals(path.get(depth));
        boolean last = depth == path.size() - 1;
        if (onPath && last && token.isStructStart()) {
            if (seen) {
                throw new UndecodableAnswer("the answer has \"" + name + "\" twice");
            }
            seen = true;
            inList = token == JsonToken.START_ARRAY;
            if (!inList) {
                build(token);
            }
        } else if (onPath && token == JsonToken.START_OBJECT) {
            depth++;
        } else if (depth == 0 && token == JsonToken.START_ARRAY && name.equals("errors")) {
            inErrors = true;
        } else if (depth == 0 && token.isStructStart() && name.equals("meta")) {
            build(token);
        } else if (token.isStructStart()) {
            skipping = 1;
        }
    }

    private void build(JsonToken token) throws IOException, UndecodableAnswer {
        Optional<JsonTree> value = builder.accept(token, parser);
        building = value.isEmpty();
        if (value.isPresent()) {
            built(value.get());
        }
    }

    private void built(JsonTree value) throws UndecodableAnswer {
        if (inErrors) {
            Answer.SlurmError error = new Answer.SlurmError(
                    (long) value.at("error_number").signed(),
                    value.at("error").text(),
                    value.at("description").text());
            size.addError(error);
            errors.add(error);
        } else if (depth == 0 && !inList && name.equals("meta")) {
            release = value.at("slurm", "release").text();
            size.dropTree();
            size.addText(release.length());
        } else {
            add(value);
        }
    }

    private void add(JsonTree value) throws UndecodableAnswer {
        if (!inList
                && value instanceof JsonTree.Members object
                && object.members().isEmpty()) {
            // What there is besides an error.
            return;
        }
        size.addRecord();
        Optional<T> made = made(value);
        made.ifPresent(records::add);
        if (made.isEmpty()) {
            unreadable++;
        }
    }

    private Optional<T> made(JsonTree value) {
        try {
            return record.apply(value);
        } catch (JsonTree.UnreadableValue e) {
            return Optional.empty();
        }
    }
}
