package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import dev.sluice.exporter.slurm.decode.SlurmError;
import dev.sluice.exporter.slurm.http.SlurmHttp;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Sends requests to one slurmrestd in the agreed API version, and explains failures.
 *
 * @param memory memory of all responses of the process
 */
record Requests(SlurmHttp http, ApiVersionNegotiation negotiation, int maxRecords, ReadMemory memory) {

    private static final String WITHOUT_ACCOUNTING = "not configured with slurmdbd";

    <T> Future<Fetched<List<T>>> send(SlurmRequest<T> request, Duration deadline) {
        return send(request, deadline, List.of());
    }

    /** @param before records of the previous response, which share their memory with equal records */
    <T> Future<Fetched<List<T>>> send(SlurmRequest<T> request, Duration deadline, List<T> before) {
        return http.withoutToken(negotiation.version().compose(version -> {
            if (version.number() < request.since().number()) {
                return Future.failedFuture(FetchFailure.absent("the API in use, " + version.label()
                        + ", does not tell; " + request.since().label() + " does"));
            }
            var response = new ListResponse<T>(
                    new AnswerReader<>(request.records(), before, maxRecords, memory), version.label());
            return http.get(request.target(version), deadline, response)
                    .recover(failure -> Future.failedFuture(
                            request.everywhere()
                                    ? explain(failure, response.status(), version)
                                    : absent(request, version, response.status(), response.errors())
                                            .<Throwable>map(FetchFailure::absent)
                                            .orElse(failure)));
        }));
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
