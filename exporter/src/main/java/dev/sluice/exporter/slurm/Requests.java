package dev.sluice.exporter.slurm;

import dev.sluice.common.net.ForeignAnswer;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.slurm.decode.RecordList;
import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import dev.sluice.exporter.slurm.decode.SlurmError;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests to one slurmrestd, and explains failures. Agrees with slurmrestd on an API version: the pinned version,
 * or the newest version that both sides support, from the paths in slurmrestd's OpenAPI document (about 1 MB of JSON).
 * Negotiates again if slurmrestd no longer offers the current version, or was unreachable, because slurmrestd may have
 * been upgraded. Used on one event loop.
 */
final class Requests {

    private static final Logger LOG = LoggerFactory.getLogger(Requests.class);

    private static final String WITHOUT_ACCOUNTING = "not configured with slurmdbd";

    private static final String OPENAPI = "/openapi/v3";
    private static final Pattern PATH = Pattern.compile("/slurm/(v\\d{1,3}\\.\\d{1,3}\\.\\d{1,3})/.*");
    /** The versions in the paths of the OpenAPI document. */
    static final RecordList<List<String>> OFFERED = RecordList.unnamed(
            List.of("paths"),
            paths -> paths.node().properties().stream()
                    .map(path -> PATH.matcher(path.getKey()))
                    .filter(Matcher::matches)
                    .map(path -> path.group(1))
                    .distinct()
                    .sorted()
                    .toList());

    private final SlurmHttp http;
    private final SlurmConnection connection;
    private final int maxRecords;
    private final ReadMemory memory;
    private @Nullable Future<SlurmApiVersion> agreed;
    private volatile boolean offersV44;

    /** @param memory memory of all responses of the process */
    Requests(SlurmHttp http, SlurmConnection connection, int maxRecords, ReadMemory memory) {
        this.http = http;
        this.connection = connection;
        this.maxRecords = maxRecords;
        this.memory = memory;
    }

    Future<SlurmApiVersion> version() {
        if (connection.pinned().isPresent()) {
            return Future.succeededFuture(connection.pinned().get());
        }
        if (agreed != null) {
            return agreed;
        }
        Future<SlurmApiVersion> asked = http.get(OPENAPI, connection.deadline(), this::newest)
                .onSuccess(version -> LOG.atInfo()
                        .addKeyValue("cluster", connection.cluster())
                        .addKeyValue("api_version", version.label())
                        .log("agreed on an API version"));
        agreed = asked;
        // Registers the handler after the assignment of the future, because the future may already have failed.
        asked.onFailure(unused -> agreed = null);
        return asked;
    }

    private SlurmApiVersion newest(SlurmHttp.Head head, InputStream body) throws IOException {
        AnswerReader<List<String>> reader = new AnswerReader<>(OFFERED, List.of(), 1, memory);
        try {
            new ListResponse<>(reader, "", false).read(head, body);
        } catch (FetchFailure e) {
            throw e.withMessage(words -> OPENAPI + ", read unless slurm.apiVersion is set: " + words
                    + (e.kind() == FailureKind.UNDECODABLE ? "; is this slurmrestd?" : ""));
        }
        List<String> offered = reader.records().stream().flatMap(List::stream).toList();
        offersV44 = offered.contains(SlurmApiVersion.V0_0_44.label());
        if (offered.isEmpty()) {
            throw FetchFailure.undecodable(OPENAPI + " lists no path /slurm/v…: is this slurmrestd?");
        }
        return SlurmApiVersion.newestOf(offered)
                .orElseThrow(() -> FetchFailure.undecodable("slurmrestd offers " + String.join(", ", offered)
                        + "; Sluice reads " + SlurmApiVersion.V0_0_40.label() + " to "
                        + SlurmApiVersion.V0_0_46.label()));
    }

    <T> Future<Fetched<List<T>>> send(SlurmRequest<T> request, Duration deadline) {
        return send(request, deadline, new LastUpdate<>(() -> 0));
    }

    /** Sends a request that supports {@code update_time}. */
    <T> Future<Fetched<List<T>>> send(SlurmRequest<T> request, Duration deadline, LastUpdate<T> last) {
        return http.withoutToken(version().map(newest -> of(request, newest)).compose(version -> {
                    if (version.compareTo(request.since()) < 0) {
                        return Future.failedFuture(FetchFailure.absent("the API in use, " + version.label()
                                + ", does not tell; " + request.since().label() + " does"));
                    }
                    return send(request, version, deadline, last, last.since(version));
                }))
                .onFailure(unused -> last.forget());
    }

    /** Returns the version for a request. From v0.0.45 on, the member {@code shared} of jobs is always empty. */
    private SlurmApiVersion of(SlurmRequest<?> request, SlurmApiVersion newest) {
        return offersV44 && request.source() == SlurmSource.JOBS ? SlurmApiVersion.V0_0_44 : newest;
    }

    private <T> Future<Fetched<List<T>>> send(
            SlurmRequest<T> request,
            SlurmApiVersion version,
            Duration deadline,
            LastUpdate<T> last,
            OptionalLong since) {
        AnswerReader<T> reader = new AnswerReader<>(request.records(), last.records(), maxRecords, memory);
        ListResponse<T> response = new ListResponse<>(reader, version.label(), since.isPresent());
        return http.get(request.target(version, since), deadline, response)
                .onSuccess(fetched -> fetched.value().ifPresent(unused -> last.remember(version, reader)))
                .recover(failure -> {
                    if (since.isPresent() && response.status() == 500) {
                        // For changed nodes, slurmrestd 24.11 also requests the changed partitions from slurmctld.
                        // slurmrestd fails if nodes have changed but partitions have not.
                        return send(request, version, deadline, last, OptionalLong.empty())
                                .onSuccess(unused -> last.giveUp());
                    }
                    return Future.failedFuture(
                            request.everywhere()
                                    ? explain(failure, response.status(), version)
                                    : absent(request, version, response.status(), reader.errors())
                                            .<Throwable>map(FetchFailure::absent)
                                            .orElse(failure));
                });
    }

    private Throwable explain(Throwable failure, int status, SlurmApiVersion version) {
        boolean unreachable = failure instanceof FetchFailure known && known.kind() == FailureKind.UNREACHABLE;
        if (status == 404 || unreachable) {
            agreed = null;
        }
        return status == 404
                ? new FetchFailure(
                        FailureKind.UNEXPECTED_STATUS,
                        "HTTP 404: slurmrestd does not serve " + version.label()
                                + (connection.pinned().isPresent() ? ", which slurm.apiVersion names" : " any more"))
                : failure;
    }

    private static Optional<String> absent(
            SlurmRequest<?> request, SlurmApiVersion version, int status, List<SlurmError> errors) {
        if (status == 404) {
            return Optional.of(
                    request.plugin().equals("slurmdb")
                            ? "slurmrestd does not serve /slurmdb: Slurm has no slurmdbd, or slurmrestd runs without"
                                    + " -s openapi/slurmdbd"
                            : "slurmrestd does not serve /slurm/" + version.label() + "/" + request.endpoint());
        }
        for (SlurmError error : errors) {
            if (error.accessDenied()) {
                return Optional.of("the exporter's Slurm user may not read it: " + error.message());
            }
            if (error.message().contains(WITHOUT_ACCOUNTING)) {
                return Optional.of("Slurm has no slurmdbd: " + error.message());
            }
        }
        return Optional.empty();
    }

    /**
     * Reads and judges the response to one request. slurmrestd's status code is not sufficient: a response with status
     * 200 can contain errors, and a response with status 500 can contain all data.
     */
    static final class ListResponse<T> implements SlurmHttp.BodyReader<Fetched<List<T>>> {

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
        public Fetched<List<T>> read(SlurmHttp.Head head, InputStream body) throws IOException {
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
                    throw FetchFailure.undecodable("none of the " + reader.unreadable() + " records can be read");
                }
                if (!reader.errors().isEmpty()) {
                    throw refusal(messages());
                }
                // If no job has changed, slurmrestd responds to a request for changed jobs with status 200, an empty
                // list and no time of the last update.
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

        private FetchFailure foreign(SlurmHttp.Head head, InputStream body) throws IOException {
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
                    ? FetchFailure.undecodable("the response is not JSON but starts: " + excerpt)
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
}
