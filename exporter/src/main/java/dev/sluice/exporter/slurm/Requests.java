package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import dev.sluice.exporter.slurm.decode.SlurmError;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Sends requests to one slurmrestd in the agreed API version, and explains failures.
 *
 * @param memory memory of all responses of the process
 */
record Requests(SlurmHttp http, ApiVersionNegotiation negotiation, int maxRecords, ReadMemory memory) {

    private static final String WITHOUT_ACCOUNTING = "not configured with slurmdbd";

    <T> Future<Fetched<List<T>>> send(SlurmRequest<T> request, Duration deadline) {
        return send(request, deadline, new LastUpdate<>(() -> 0));
    }

    /** Sends a request that supports {@code update_time}. */
    <T> Future<Fetched<List<T>>> send(SlurmRequest<T> request, Duration deadline, LastUpdate<T> last) {
        return http.withoutToken(negotiation.version().compose(version -> {
                    if (version.number() < request.since().number()) {
                        return Future.failedFuture(FetchFailure.absent("the API in use, " + version.label()
                                + ", does not tell; " + request.since().label() + " does"));
                    }
                    return send(request, version, deadline, last, last.since(version));
                }))
                .onFailure(unused -> last.forget());
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
            negotiation.forget();
        }
        return status == 404
                ? new FetchFailure(
                        FailureKind.UNEXPECTED_STATUS,
                        "HTTP 404: slurmrestd does not serve " + version.label()
                                + (negotiation.isPinned() ? ", which slurm.apiVersion names" : " any more"))
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
}
