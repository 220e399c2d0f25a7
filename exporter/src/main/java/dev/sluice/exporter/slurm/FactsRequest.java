package dev.sluice.exporter.slurm;

import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.poll.SourceAbsent;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The request for something that a cluster may or may not have.
 *
 * @param <T> record of the model
 */
final class FactsRequest<T> {

    /** ESLURM_ACCESS_DENIED. */
    private static final long ACCESS_DENIED = 2002;

    private static final String WITHOUT_ACCOUNTING = "not configured with slurmdbd";

    private final Endpoint endpoint;
    private final Duration deadline;
    private final int maxRecords;
    private final Function<JsonTree, Optional<T>> record;

    /**
     * What to ask for.
     *
     * @param plugin {@code slurm}, or {@code slurmdb} for what slurmdbd answers
     * @param name last part of the path
     * @param path the members that lead to the records
     * @param since the first API version that has it
     */
    record Endpoint(String plugin, String name, List<String> path, SlurmApiVersion since) {}

    FactsRequest(Endpoint endpoint, Duration deadline, int maxRecords, Function<JsonTree, Optional<T>> record) {
        this.maxRecords = maxRecords;
        this.endpoint = endpoint;
        this.deadline = deadline;
        this.record = record;
    }

    Future<Fetched<List<T>>> fetch(SlurmHttp http, ApiVersionNegotiation negotiation) {
        return http.withoutToken(negotiation.version().compose(version -> fetch(http, version)));
    }

    private Future<Fetched<List<T>>> fetch(SlurmHttp http, SlurmApiVersion version) {
        if (version.number() < endpoint.since().number()) {
            return Future.failedFuture(new SourceAbsent("the API in use, " + version.label() + ", does not tell; "
                    + endpoint.since().label() + " does"));
        }
        AnswerSize size = http.answer(maxRecords);
        ListSink<T> sink = new ListSink<>(new TreeReader<>(endpoint.path(), record, size), false);
        String target = "/" + endpoint.plugin() + "/" + version.label() + "/" + endpoint.name() + "/";
        return http.get(target, deadline, sink, size).compose(unused -> judge(version, sink));
    }

    private Future<Fetched<List<T>>> judge(SlurmApiVersion version, ListSink<T> sink) {
        Optional<String> absent = absent(sink, version);
        if (absent.isPresent()) {
            return Future.failedFuture(new SourceAbsent(absent.get()));
        }
        try {
            ListSink.Outcome<T> outcome = sink.outcome();
            return outcome instanceof ListSink.Outcome.Records<T> records
                    ? Future.succeededFuture(fetched(version, sink, records.answer()))
                    : Future.failedFuture(
                            new IllegalStateException("unchanged, although it was not asked for changes"));
        } catch (FetchFailure e) {
            return absentByError(sink)
                    .<Future<Fetched<List<T>>>>map(reason -> Future.failedFuture(new SourceAbsent(reason)))
                    .orElseGet(() -> Future.failedFuture(e));
        }
    }

    private Optional<String> absent(ListSink<T> sink, SlurmApiVersion version) {
        if (sink.status() != 404) {
            return Optional.empty();
        }
        return Optional.of(
                endpoint.plugin().equals("slurmdb")
                        ? "slurmrestd does not serve /slurmdb: Slurm has no slurmdbd, or slurmrestd runs without"
                                + " -s openapi/slurmdbd"
                        : "slurmrestd does not serve /" + endpoint.plugin() + "/" + version.label() + "/"
                                + endpoint.name());
    }

    private Optional<String> absentByError(ListSink<T> sink) {
        for (Answer.SlurmError error : sink.errors()) {
            if (error.number() == ACCESS_DENIED) {
                return Optional.of("our Slurm user may not read it: " + error.message());
            }
            if (error.message().contains(WITHOUT_ACCOUNTING)) {
                return Optional.of("Slurm has no slurmdbd: " + error.message());
            }
        }
        return Optional.empty();
    }

    private static <T> Fetched<List<T>> fetched(SlurmApiVersion version, ListSink<T> sink, Answer<T> answer) {
        return new Fetched<>(
                Optional.of(answer.records()),
                version.label(),
                answer.release(),
                sink.bytesReceived(),
                answer.unreadable(),
                answer.errors().stream().findFirst().map(Answer.SlurmError::message));
    }
}
