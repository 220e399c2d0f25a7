package dev.sluice.exporter.slurm;

import dev.sluice.common.net.ForeignAnswer;
import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.decode.Answer;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.http.BodySink;
import dev.sluice.exporter.slurm.http.SlurmHttp;
import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Receives and judges the response to one list request. slurmrestd's status code is not sufficient: a response with
 * status 200 can contain errors, and a response with status 500 can contain all data.
 */
final class ListSink<T> implements BodySink {

    private static final int NOT_MODIFIED = 304;
    private static final int EXCERPT = 120;

    private final AnswerReader<T> reader;
    /** Whether the request was only for changes, so that an empty response can mean "nothing changed". */
    private final boolean conditional;

    private final StringBuilder excerpt = new StringBuilder();
    private int status;
    private String location = "";
    private boolean json;
    private long bytes;
    private @Nullable UndecodableJson undecodable;

    ListSink(AnswerReader<T> reader, boolean conditional) {
        this.reader = reader;
        this.conditional = conditional;
    }

    /** Returns the records of the response as a poll result. */
    Fetched<List<T>> fetched(SlurmApiVersion version, Answer<T> answer) {
        return new Fetched<>(
                Optional.of(answer.records()),
                version.label(),
                answer.release(),
                bytes,
                answer.unreadable(),
                answer.errors().stream().findFirst().map(Answer.SlurmError::message));
    }

    /** Returns the poll result for an unchanged list. */
    Fetched<List<T>> unchanged(SlurmApiVersion version) {
        return new Fetched<>(Optional.empty(), version.label(), "", bytes, 0, Optional.empty());
    }

    /** Returns the errors that slurmrestd reported in the part of the response that has been read. */
    List<Answer.SlurmError> errors() {
        return reader.errors();
    }

    int status() {
        return status;
    }

    @Override
    public void head(int status, String contentType, String location) {
        this.status = status;
        this.location = location;
        this.json = contentType.startsWith("application/json");
    }

    @Override
    public void bytes(byte[] body, int length) throws FetchFailure {
        bytes += length;
        if (!json) {
            int wanted = Math.min(length, EXCERPT - excerpt.length());
            if (wanted > 0) {
                excerpt.append(new String(body, 0, wanted, StandardCharsets.UTF_8));
            }
        } else if (undecodable == null) {
            feed(body, length);
        }
    }

    private void feed(byte[] body, int length) throws FetchFailure {
        try {
            reader.feed(body, 0, length);
        } catch (UndecodableJson e) {
            undecodable = e;
            if (status == 200) {
                throw SlurmHttp.undecodable(e);
            }
        }
    }

    /**
     * Returns the decoded response after the whole response has been read; empty if nothing changed since the last
     * response. slurmrestd can report errors in addition to the data.
     */
    Optional<Answer<T>> answer() throws FetchFailure {
        if (status == NOT_MODIFIED && conditional) {
            return Optional.empty();
        }
        if (status == 401 || status == 403 || status == 511) {
            throw new FetchFailure(FailureKind.UNAUTHORIZED, "HTTP " + status + ": " + serverSays());
        }
        Optional<String> foreign = json ? Optional.empty() : ForeignAnswer.of(status, location, "slurmrestd");
        if (foreign.isPresent()) {
            throw new FetchFailure(FailureKind.UNEXPECTED_STATUS, foreign.get() + "; check slurm.url");
        }
        if (status != 200 && status != 500) {
            throw new FetchFailure(FailureKind.UNEXPECTED_STATUS, "HTTP " + status + ": " + serverSays());
        }
        Answer<T> answer = status == 200 ? wholeAnswer() : answerWithData();
        if (answer.records().isEmpty() && answer.unreadable() == 0) {
            return nothing(answer);
        }
        if (answer.records().isEmpty()) {
            throw new FetchFailure(
                    FailureKind.UNDECODABLE, "none of the " + answer.unreadable() + " records can be read");
        }
        return Optional.of(answer);
    }

    private Optional<Answer<T>> nothing(Answer<T> answer) throws FetchFailure {
        if (answer.errors().stream().anyMatch(Answer.SlurmError::authentication)) {
            throw new FetchFailure(FailureKind.UNAUTHORIZED, "HTTP " + status + ": " + messages(answer.errors()));
        }
        if (!answer.errors().isEmpty()) {
            throw new FetchFailure(FailureKind.UNEXPECTED_STATUS, "HTTP " + status + ": " + messages(answer.errors()));
        }
        // If no job has changed, slurmrestd responds to a request for changed jobs with status 200, an empty list and
        // no time of the last update.
        boolean nothingNew = conditional && answer.lastUpdate() == 0;
        return nothingNew ? Optional.empty() : Optional.of(answer);
    }

    private Answer<T> wholeAnswer() throws FetchFailure {
        if (!json) {
            throw new FetchFailure(FailureKind.UNDECODABLE, "the response is not JSON but starts: " + excerpt());
        }
        try {
            return reader.end();
        } catch (UndecodableJson e) {
            throw SlurmHttp.undecodable(e);
        }
    }

    private Answer<T> answerWithData() throws FetchFailure {
        if (json && undecodable == null) {
            try {
                return reader.end();
            } catch (UndecodableJson e) {
                undecodable = e;
            }
        }
        throw new FetchFailure(FailureKind.UNEXPECTED_STATUS, "HTTP " + status + ": " + serverSays());
    }

    private String serverSays() {
        if (!json) {
            return excerpt.isEmpty() ? "no explanation" : excerpt();
        }
        List<Answer.SlurmError> errors = reader.errors();
        return errors.isEmpty() ? "no explanation" : messages(errors);
    }

    private static String messages(List<Answer.SlurmError> errors) {
        String first = errors.get(0).message();
        return errors.size() == 1 ? first : first + " (and " + (errors.size() - 1) + " more)";
    }

    private String excerpt() {
        return excerpt.toString().replaceAll("\\p{Cntrl}+", " ").strip();
    }
}
