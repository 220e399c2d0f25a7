package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SlurmSource.Lane;
import dev.sluice.exporter.model.SlurmSource.Pace;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.controller.Controller;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.decode.ControllerAssembler;
import dev.sluice.exporter.slurm.decode.JobAssembler;
import dev.sluice.exporter.slurm.decode.JobParts;
import dev.sluice.exporter.slurm.decode.NodeAssembler;
import dev.sluice.exporter.slurm.decode.PartitionAssembler;
import dev.sluice.exporter.slurm.http.SlurmConnection;
import dev.sluice.exporter.slurm.http.SlurmHttp;
import dev.sluice.exporter.slurm.memory.AnswerMemory;
import dev.sluice.exporter.slurm.records.JobRecords;
import dev.sluice.exporter.slurm.records.RepeatedRecords;
import dev.sluice.exporter.slurm.schema.RecordUse;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** One cluster, read through its slurmrestd. Asks for lists only: other paths can change things. */
public final class Slurmrestd {

    private final SlurmHttp http;
    private final ApiVersionNegotiation negotiation;
    private final ListRequest<Node> nodes;
    private final ListRequest<Partition> partitions;
    private final ListRequest<Job> jobs;
    private final ControllerCheck controllers;
    private final Duration deadline;
    private final Duration jobsDeadline;
    private final int maxRecords;

    /**
     * Prepares the requests; none is made yet.
     *
     * @param nanoTime as {@link System#nanoTime()}
     * @param use what the records are for: what nothing is made of is not kept
     * @param memory what the answers of all clusters take, read on the same event loop
     */
    public Slurmrestd(
            Vertx vertx, SlurmConnection connection, LongSupplier nanoTime, RecordUse use, AnswerMemory memory) {
        this.http = new SlurmHttp(vertx, connection, memory);
        this.negotiation = new ApiVersionNegotiation(http, connection);
        this.nodes = new ListRequest<>(
                new ListRequest.Endpoint("nodes", "nodes", List.of(), true, use),
                new LastUpdate(nanoTime),
                NodeAssembler::new,
                new RepeatedRecords<>(node -> node.name().hashCode()));
        this.partitions = new ListRequest<>(
                // slurmctld does not note that partitions change where nodes of theirs register (slurmd -Z).
                new ListRequest.Endpoint("partitions", "partitions", List.of(), false, use),
                new LastUpdate(nanoTime),
                PartitionAssembler::new,
                new RepeatedRecords<>(Partition::hashCode));
        JobParts parts = new JobParts();
        this.jobs = new ListRequest<>(
                new ListRequest.Endpoint("jobs", "jobs", jobFlags(use), true, use),
                new LastUpdate(nanoTime),
                () -> new JobAssembler(parts),
                new JobRecords());
        this.deadline = connection.deadline();
        this.jobsDeadline = connection.jobsDeadline();
        this.maxRecords = use.maxRecords();
        ListRequest<Controller> ping = new ListRequest<>(
                new ListRequest.Endpoint("ping", "pings", List.of(), false, use),
                new LastUpdate(nanoTime),
                ControllerAssembler::new,
                new RepeatedRecords<>(Controller::hashCode));
        this.controllers =
                new ControllerCheck(() -> ping.fetch(http, negotiation, deadline), () -> ask(TreeRequest.LICENSES));
    }

    /**
     * ALL shows the jobs of hidden partitions too and, without DETAIL, drops what each job holds core by core and GPU by
     * GPU.
     */
    private static List<String> jobFlags(RecordUse use) {
        return use.jobGpus() ? List.of("flags=ALL", "flags=DETAIL") : List.of("flags=ALL");
    }

    public Future<Fetched<List<Node>>> nodes() {
        return controllers.whileUp(() -> nodes.fetch(http, negotiation, deadline));
    }

    public Future<Fetched<List<Partition>>> partitions() {
        return controllers.whileUp(() -> partitions.fetch(http, negotiation, deadline));
    }

    public Future<Fetched<List<Job>>> jobs() {
        return jobs(jobsDeadline);
    }

    public Future<Fetched<List<Job>>> jobs(Duration within) {
        return controllers.whileUp(() -> jobs.fetch(http, negotiation, within));
    }

    /** The next list of jobs is asked for in full: the newest one that is shown came from elsewhere. */
    public void forgetJobs() {
        jobs.forget();
    }

    /** The controllers, and whether each is up. */
    public Future<Fetched<List<Controller>>> controllers() {
        return controllers.controllers();
    }

    /**
     * Runs whenever a slurmctld is up after {@link #controllers} had found none. Until then, what it serves fails without being
     * asked for.
     */
    public void onControllerUp(Runnable action) {
        controllers.onUp(action);
    }

    /** A short answer, of the same server and in the same API version. */
    public <T> Future<Fetched<List<T>>> fetch(TreeRequest<T> request) {
        Supplier<Future<Fetched<List<T>>>> question = request.source().pace() == Pace.ACCOUNTING
                ? () -> ask(request).recover(this::tellRefusal)
                : () -> ask(request);
        return request.source().lane() == Lane.ACCOUNTING ? question.get() : controllers.whileUp(question);
    }

    private <T> Future<Fetched<List<T>>> ask(TreeRequest<T> request) {
        return request.fetch(http, negotiation, deadline, maxRecords);
    }

    /**
     * With a token that is refused, shares answer "unspecified error", and what slurmdbd serves answers as if that were
     * down. Licences say it plainly, and are few: they are asked to tell the two apart.
     */
    private <T> Future<T> tellRefusal(Throwable failure) {
        if (!(failure instanceof FetchFailure unclear) || unclear.kind() != FailureKind.UNEXPECTED_STATUS) {
            return Future.failedFuture(failure);
        }
        return ask(TreeRequest.LICENSES)
                .transform(asked ->
                        Future.failedFuture(ControllerCheck.isRefusal(asked.cause()) ? refusal(unclear) : unclear));
    }

    private static FetchFailure refusal(FetchFailure unclear) {
        return new FetchFailure(
                FailureKind.UNAUTHORIZED, "slurmctld refuses the token, and this says " + unclear.message());
    }

    public Future<Void> close() {
        return http.close();
    }
}
