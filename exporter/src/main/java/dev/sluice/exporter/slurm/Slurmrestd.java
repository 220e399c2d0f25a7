package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SlurmSource.Lane;
import dev.sluice.exporter.model.SlurmSource.Pace;
import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.cluster.Controller;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.decode.JobAssembler;
import dev.sluice.exporter.slurm.decode.NodeAssembler;
import dev.sluice.exporter.slurm.decode.PartitionAssembler;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.slurm.decode.RecordUse;
import dev.sluice.exporter.slurm.decode.SlurmctldReader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Reads one cluster through its slurmrestd. Requests only lists and single jobs, because a request to another path
 * could change the cluster.
 */
public final class Slurmrestd {

    /** Maximum number of runs that the exporter reads from slurmdbd after a gap; of about 100 bytes each. */
    public static final int MAX_ENDED_RUNS = 200_000;

    /**
     * Includes hidden partitions, partitions whose AllowGroups does not have the token's user, and the jobs of both.
     */
    private static final List<String> HIDDEN_TOO = List.of("flags=ALL");

    /** Time of the runs in one request, which limits the size of the response. */
    private static final Duration RUNS_PER_REQUEST = Duration.ofMinutes(30);

    private final SlurmHttp http;
    private final Requests requests;
    private final SlurmRequest<Node> nodes;
    private final LastUpdate<Node> lastNodes;
    private final SlurmRequest<Partition> partitions;
    private final SlurmRequest<Job> jobs;
    private final LastUpdate<Job> lastJobs;
    private final JobAssembler.AssociationUsers users = new JobAssembler.AssociationUsers();
    private final ControllerCheck controllers;
    private final Duration deadline;
    private final Accelerators accelerators;

    /**
     * Prepares the requests without sending a request.
     *
     * @param nanoTime clock, as {@link System#nanoTime()}
     * @param use purposes of the records; unused members are not kept
     * @param memory memory of the responses of all clusters
     */
    public Slurmrestd(
            Vertx vertx, SlurmConnection connection, LongSupplier nanoTime, RecordUse use, ReadMemory memory) {
        this.http = new SlurmHttp(vertx, connection);
        this.requests = new Requests(http, connection, use.maxRecords(), memory);
        this.nodes = SlurmRequest.list(SlurmSource.NODES, List.of(), new NodeAssembler(use).list());
        this.lastNodes = new LastUpdate<>(nanoTime);
        // If a node registers in a partition (slurmd -Z), slurmctld does not record a change of the partition.
        this.partitions = SlurmRequest.list(SlurmSource.PARTITIONS, HIDDEN_TOO, PartitionAssembler.LIST);
        this.jobs = SlurmRequest.list(SlurmSource.JOBS, jobFlags(use), new JobAssembler(users, use).list());
        this.lastJobs = new LastUpdate<>(nanoTime);
        this.deadline = connection.deadline();
        this.accelerators = use.accelerators();
        SlurmRequest<Controller> ping = SlurmRequest.list(SlurmSource.PING, List.of(), SlurmctldReader.CONTROLLERS);
        this.controllers = new ControllerCheck(
                () -> requests.send(ping, deadline),
                () -> requests.send(SlurmRequest.LICENSES, deadline),
                ControllerCheck.MAX_REFUSAL);
    }

    /**
     * Returns the flags of the job request. Without DETAIL, the response omits each job's allocation by core and GPU.
     */
    private static List<String> jobFlags(RecordUse use) {
        return use.jobGpus() ? List.of("flags=ALL", "flags=DETAIL") : HIDDEN_TOO;
    }

    public Future<Fetched<List<Node>>> nodes() {
        return controllers.whileUp(() -> requests.send(nodes, deadline, lastNodes));
    }

    public Future<Fetched<List<Partition>>> partitions() {
        return controllers.whileUp(() -> requests.send(partitions, deadline));
    }

    public Future<Fetched<List<Job>>> jobs(Duration within) {
        return controllers.whileUp(() -> requests.send(jobs, within, lastJobs));
    }

    /** Learns the users of associations, for the jobs of users that slurmrestd's host does not know. */
    public void learnUsers(Fetched<List<Association>> fetched) {
        if (fetched.value().filter(users::learn).isPresent()) {
            lastJobs.forget();
        }
    }

    /**
     * Makes the next request a request for the full job list, because the newest published list came from another
     * reader.
     */
    public void forgetJobs() {
        lastJobs.forget();
    }

    public Future<Fetched<List<Controller>>> controllers() {
        return controllers.controllers();
    }

    /**
     * Sets the action to run when a slurmctld is up after {@link #controllers} found no slurmctld that is up. Until a
     * slurmctld is up, requests to slurmctld fail and are not sent.
     */
    public void onControllerUp(Runnable action) {
        controllers.onUp(action);
    }

    /** Requests a short response from this slurmrestd in the agreed API version. */
    public <T> Future<Fetched<List<T>>> fetch(SlurmRequest<T> request) {
        Supplier<Future<Fetched<List<T>>>> question = request.source().pace() == Pace.ACCOUNTING
                ? () -> requests.send(request, deadline).recover(this::tellRefusal)
                : () -> requests.send(request, deadline);
        return request.source().lane() == Lane.ACCOUNTING ? question.get() : controllers.whileUp(question);
    }

    /** Returns the name of a job's owner; empty if slurmrestd does not know the name or the job has another owner. */
    public Future<Optional<String>> ownerName(long user, long job) {
        return fetch(SlurmRequest.ownerName(user, job))
                .map(fetched -> fetched.value().stream()
                        .flatMap(List::stream)
                        .filter(name -> !name.isEmpty())
                        .findFirst())
                .recover(failure -> failure instanceof FetchFailure known && known.isAbsent()
                        ? Future.succeededFuture(Optional.empty())
                        : Future.failedFuture(failure));
    }

    /**
     * Returns the runs that ended between two times, by Slurm's accounting; at most {@link #MAX_ENDED_RUNS}.
     *
     * @param from first second; a job list of the same second may still show its runs as running
     * @param to second after the last one
     */
    public Future<List<AccountedRun>> endedRuns(Instant from, Instant to) {
        return endedRuns(from, to, new ArrayList<>());
    }

    private Future<List<AccountedRun>> endedRuns(Instant from, Instant to, List<AccountedRun> before) {
        if (!from.isBefore(to) || before.size() == MAX_ENDED_RUNS) {
            return Future.succeededFuture(before);
        }
        Instant end = Collections.min(List.of(from.plus(RUNS_PER_REQUEST), to));
        return fetch(SlurmRequest.runs(from, end, accelerators)).compose(fetched -> {
            fetched.value().orElse(List.of()).stream()
                    .filter(run -> run.endedAt() >= from.getEpochSecond() && run.endedAt() < end.getEpochSecond())
                    .limit(MAX_ENDED_RUNS - before.size())
                    .forEach(before::add);
            return endedRuns(end, to, before);
        });
    }

    /**
     * Checks whether a rejected token caused a failure. If slurmctld rejects the token, slurmrestd reports "unspecified
     * error" for shares. For data of slurmdbd, slurmrestd reports the error of an unavailable slurmdbd. The response
     * for licenses is short and states the refusal clearly.
     */
    private <T> Future<T> tellRefusal(Throwable failure) {
        if (!(failure instanceof FetchFailure unclear)
                || unclear.kind() != FailureKind.UNEXPECTED_STATUS
                || unclear.isAbsent()) {
            return Future.failedFuture(failure);
        }
        return requests.send(SlurmRequest.LICENSES, deadline)
                .transform(asked ->
                        Future.failedFuture(ControllerCheck.isRefusal(asked.cause()) ? refusal(unclear) : unclear));
    }

    private static FetchFailure refusal(FetchFailure unclear) {
        return new FetchFailure(FailureKind.UNAUTHORIZED, "slurmctld rejects the token: " + unclear.message());
    }

    public Future<Void> close() {
        return http.close();
    }
}
