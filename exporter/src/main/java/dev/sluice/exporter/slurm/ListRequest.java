package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.decode.Answer;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.slurm.decode.RecordAssembler;
import dev.sluice.exporter.slurm.decode.RecordList;
import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import dev.sluice.exporter.slurm.http.SlurmHttp;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The request for one list of records, with the state that the request keeps between polls.
 *
 * @param <T> record of the model
 * @param assembler creates an assembler for each response
 * @param memory memory of all responses of the process
 */
record ListRequest<T>(
        Endpoint endpoint, LastUpdate lastUpdate, Supplier<RecordAssembler<T>> assembler, ReadMemory memory) {

    /** Makes the next request a request for the full list. */
    void forget() {
        lastUpdate.forget();
    }

    Future<Fetched<List<T>>> fetch(SlurmHttp http, ApiVersionNegotiation negotiation, Duration deadline) {
        return http.withoutToken(negotiation.version().compose(version -> {
                    OptionalLong since = endpoint.tellsChanges() ? lastUpdate.since(version) : OptionalLong.empty();
                    return fetch(http, version, negotiation, deadline, since);
                }))
                .onFailure(unused -> lastUpdate.forget());
    }

    private Future<Fetched<List<T>>> fetch(
            SlurmHttp http,
            SlurmApiVersion version,
            ApiVersionNegotiation negotiation,
            Duration deadline,
            OptionalLong since) {
        ListResponse<T> response = new ListResponse<>(
                new AnswerReader<>(
                        new RecordList(List.of(endpoint.list()), endpoint.members(), endpoint.maxRecords()),
                        assembler.get(),
                        memory),
                since.isPresent());
        return http.get(pathAndQuery(version, since), deadline, response)
                .map(answer -> {
                    answer.ifPresent(read -> remember(version, read));
                    return answer.map(read -> response.fetched(version, read))
                            .orElseGet(() -> response.unchanged(version));
                })
                .recover(failure -> {
                    if (since.isPresent() && response.status() == 500) {
                        // For changed nodes, slurmrestd 24.11 also requests the changed partitions from slurmctld.
                        // slurmrestd fails if nodes have changed but partitions have not.
                        return fetch(http, version, negotiation, deadline, OptionalLong.empty())
                                .onSuccess(unused -> lastUpdate.giveUp());
                    }
                    return Future.failedFuture(explain(failure, response.status(), version, negotiation));
                });
    }

    private String pathAndQuery(SlurmApiVersion version, OptionalLong since) {
        List<String> query = new ArrayList<>(endpoint.query());
        since.ifPresent(time -> query.add("update_time=" + version.updateTime(time)));
        String path = "/slurm/" + version.label() + "/" + endpoint.name() + "/";
        return query.isEmpty() ? path : path + "?" + String.join("&", query);
    }

    private void remember(SlurmApiVersion version, Answer<T> answer) {
        if (answer.errors().isEmpty() && answer.unreadable() == 0) {
            lastUpdate.remember(version, answer.lastUpdate());
        } else {
            // Requests the full list next. A request for changes has two problems. First, slurmrestd would send the
            // error without data, and the poll would fail. Second, if nothing changed, the unreadable records would
            // stay missing.
            lastUpdate.forget();
        }
    }

    private static Throwable explain(
            Throwable failure, int status, SlurmApiVersion version, ApiVersionNegotiation negotiation) {
        boolean unreachable =
                failure instanceof FetchFailure fetchFailure && fetchFailure.kind() == FailureKind.UNREACHABLE;
        if (status == 404) {
            negotiation.forget();
            return new FetchFailure(
                    FailureKind.UNEXPECTED_STATUS,
                    "HTTP 404: slurmrestd does not serve " + version.label()
                            + (negotiation.isPinned() ? ", which slurm.apiVersion names" : " any more"));
        }
        if (unreachable) {
            negotiation.forget();
        }
        return failure;
    }

    /**
     * The endpoint of a list.
     *
     * @param name last part of the path
     * @param list member that holds the records
     * @param query query parameters of every request
     * @param tellsChanges whether the endpoint supports {@code update_time}
     * @param members members of a record to read; empty for all members
     */
    record Endpoint(
            String name, String list, List<String> query, boolean tellsChanges, Set<String> members, int maxRecords) {}
}
