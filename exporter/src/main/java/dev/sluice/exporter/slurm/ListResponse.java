package dev.sluice.exporter.slurm;

import dev.sluice.common.net.ForeignAnswer;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.SlurmError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Reads and judges the response to one request. slurmrestd's status code is not sufficient: a response with status 200
 * can contain errors, and a response with status 500 can contain all data.
 */
final class ListResponse<T> implements BodyReader<Fetched<List<T>>> {

    private static final int NOT_MODIFIED = 304;
    private static final int EXCERPT = 120;

    private final AnswerReader<T> reader;
    private final String apiVersion;
    /** Whether the request was only for changes, so that an empty response can mean "nothing changed". */
    private final boolean conditional;

    private int status;

    ListResponse(AnswerReader<T> reader, String apiVersion, boolean conditional) {
        this.reader = reader;
        this.apiVersion = apiVersion;
        this.conditional = conditional;
    }

    /** Returns the status after the response was read or failed; 0 without a response. */
    int status() {
        return status;
    }

    /**
     * Returns the decoded response; without data if nothing changed since the last response. slurmrestd can report
     * errors in addition to the data.
     */
    @Override
    public Fetched<List<T>> read(Head head, InputStream body) throws IOException {
        status = head.status();
        if (status == NOT_MODIFIED && conditional) {
            return unchanged();
        }
        if (!head.json()) {
            throw foreign(head, body);
        }
        try {
            reader.read(body);
        } catch (FetchFailure e) {
            throw status == 200 ? e : refusal(messages());
        }
        if (status != 200 && status != 500) {
            throw refusal(messages());
        }
        if (reader.records().isEmpty()) {
            if (reader.unreadable() > 0) {
                throw new FetchFailure(
                        FailureKind.UNDECODABLE, "none of the " + reader.unreadable() + " records can be read");
            }
            if (!reader.errors().isEmpty()) {
                throw refusal(messages());
            }
            // If no job has changed, slurmrestd responds to a request for changed jobs with status 200, an empty list
            // and no time of the last update.
            if (conditional && reader.lastUpdate() == 0) {
                return unchanged();
            }
        }
        return new Fetched<>(
                Optional.of(reader.records()),
                apiVersion,
                reader.release(),
                reader.bytes(),
                reader.unreadable(),
                reader.errors().stream().findFirst().map(SlurmError::message));
    }

    private Fetched<List<T>> unchanged() {
        return new Fetched<>(Optional.empty(), apiVersion, "", reader.bytes(), 0, Optional.empty());
    }

    private FetchFailure foreign(Head head, InputStream body) throws IOException {
        String excerpt = new String(body.readNBytes(EXCERPT), StandardCharsets.UTF_8)
                .replaceAll("\\p{Cntrl}+", " ")
                .strip();
        Optional<String> foreign = unauthorized()
                ? Optional.empty()
                : ForeignAnswer.of(status, head.location(), "slurmrestd").map(words -> words + "; check slurm.url");
        if (foreign.isPresent()) {
            return new FetchFailure(FailureKind.UNEXPECTED_STATUS, foreign.get());
        }
        return status == 200
                ? new FetchFailure(FailureKind.UNDECODABLE, "the response is not JSON but starts: " + excerpt)
                : refusal(excerpt);
    }

    private FetchFailure refusal(String words) {
        if (status == 422 && words.isEmpty()) {
            // For partitions that PrivateData hides, slurmrestd sends no error.
            return new FetchFailure(
                    FailureKind.UNAUTHORIZED,
                    "HTTP 422 without an error: PrivateData hides the list from users without the AdminLevel Operator");
        }
        return new FetchFailure(
                unauthorized() ? FailureKind.UNAUTHORIZED : FailureKind.UNEXPECTED_STATUS,
                "HTTP " + status + ": " + (words.isEmpty() ? "no explanation" : words));
    }

    private boolean unauthorized() {
        return status == 401
                || status == 403
                || status == 511
                || reader.errors().stream().anyMatch(SlurmError::unauthorized);
    }

    private String messages() {
        List<SlurmError> errors = reader.errors();
        if (errors.isEmpty()) {
            return "";
        }
        String first = errors.get(0).message();
        return errors.size() == 1 ? first : first + " (and " + (errors.size() - 1) + " more)";
    }
}
