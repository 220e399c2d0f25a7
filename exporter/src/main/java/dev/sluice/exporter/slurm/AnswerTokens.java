package dev.sluice.exporter.slurm;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;

/** The tokens of an answer, as its bytes arrive. What is not UTF-8 in it is replaced on the way. */
final class AnswerTokens {

    private final Visitor visitor;
    private final AnswerSize size;
    private final MemberNames names = new MemberNames();
    private final JsonParser parser = SlurmJson.parser();
    private final ByteArrayFeeder feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
    private final Utf8Repair utf8 = new Utf8Repair();
    /** Whether the bytes at hand have completed a token. */
    private boolean completed;

    /** Takes each token, in order. */
    interface Visitor {

        /** The parser stands on the token. */
        void accept(JsonToken token) throws IOException, UndecodableAnswer;
    }

    /**
     * Of one answer.
     *
     * @param size counts what the parser itself holds
     */
    AnswerTokens(Visitor visitor, AnswerSize size) {
        this.visitor = visitor;
        this.size = size;
    }

    /** What the token says; of use while the visitor has it. */
    JsonParser parser() {
        return parser;
    }

    /** Reads the next bytes; they may be overwritten afterwards. */
    void feed(byte[] bytes, int offset, int length) throws UndecodableAnswer {
        completed = false;
        try {
            int start = utf8.plainStart(bytes, offset, length);
            decode(bytes, offset, start);
            if (start < length) {
                int end = utf8.plainEnd(bytes, offset + start, length - start);
                byte[] repaired = utf8.repair(bytes, offset + start, length - start - end);
                decode(repaired, 0, repaired.length);
                decode(bytes, offset + length - end, end);
            }
            if (!completed) {
                size.addUnfinished(length);
            }
        } catch (StreamConstraintsException e) {
            throw UndecodableAnswer.tooLarge("the answer is " + SlurmJson.TOO_LARGE + ", at byte "
                    + parser.currentLocation().getByteOffset());
        } catch (IOException e) {
            throw undecodable();
        }
    }

    /** Reads what the last bytes complete. */
    void end() throws UndecodableAnswer {
        try {
            feeder.endOfInput();
            drain();
        } catch (JsonEOFException e) {
            throw cutOff();
        } catch (IOException e) {
            throw undecodable();
        }
        if (utf8.unfinished()) {
            throw cutOff();
        }
    }

    UndecodableAnswer cutOff() {
        return new UndecodableAnswer(
                "the answer ends at byte " + parser.currentLocation().getByteOffset() + ", before its JSON does");
    }

    private void decode(byte[] bytes, int offset, int length) throws IOException, UndecodableAnswer {
        feeder.feedInput(bytes, offset, offset + length);
        drain();
    }

    private void drain() throws IOException, UndecodableAnswer {
        for (JsonToken token = parser.nextToken();
                token != null && token != JsonToken.NOT_AVAILABLE;
                token = parser.nextToken()) {
            if (!completed) {
                completed = true;
                size.finishToken();
            }
            if (token == JsonToken.FIELD_NAME && names.add(parser.currentName())) {
                size.addName(parser.currentName().length());
            }
            visitor.accept(token);
        }
    }

    /** Says where, never what: an answer holds users' texts. */
    private UndecodableAnswer undecodable() {
        return new UndecodableAnswer("the answer is not the JSON that slurmrestd sends, from byte "
                + parser.currentLocation().getByteOffset() + " on");
    }
}
