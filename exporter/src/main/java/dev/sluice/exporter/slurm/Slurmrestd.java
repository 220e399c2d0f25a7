package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.Controller;
import dev.sluice.exporter.model.Job;
import dev.sluice.exporter.model.Node;
import dev.sluice.exporter.model.Partition;
import dev.sluice.exporter.poll.Fetched;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.LongSupplier;

/** One cluster, read through its slurmrestd. Asks for lists only: other paths can change things. */
public final class Slurmrestd {

    private final SlurmHttp http;
    private final ApiVersionNegotiation negotiation;
    private final ListRequest<Node> nodes;
    private final ListRequest<Partition> partitions;
    private final ListRequest<Job> jobs;
    private final ControllerCheck controllers;
    private final SlurmFacts facts;

    /**
     * What the records are for.
     *
     * @param scaling whether for the sizes of NodeSets, beside metrics
     * @param jobNames whether the names of jobs are to be shown
     * @param maxRecords how many records an answer may have
     */
    public record Use(boolean scaling, boolean jobNames, int maxRecords) {

        /** Metrics alone. */
        public static final Use METRICS = new Use(false, false, Integer.MAX_VALUE);

        /** Metrics, and the sizes of NodeSets. */
        public static final Use SCALING = new Use(true, false, Integer.MAX_VALUE);
    }

    /** Prepares the requests for metrics alone; none is made yet. */
    public Slurmrestd(Vertx vertx, SlurmConnection connection, LongSupplier nanoTime) {
        this(vertx, connection, nanoTime, Use.METRICS, new AnswerMemory());
    }

    /**
     * Prepares the requests; none is made yet.
     *
     * @param nanoTime as {@link System#nanoTime()}
     * @param use what the records are for: what nothing is made of is not kept
     * @param memory what the answers of all clusters take, read on the same event loop
     */
    public Slurmrestd(Vertx vertx, SlurmConnection connection, LongSupplier nanoTime, Use use, AnswerMemory memory) {
        this.http = new SlurmHttp(vertx, connection, memory);
        this.negotiation = new ApiVersionNegotiation(http, connection);
        this.nodes = new ListRequest<>(
                new ListRequest.Endpoint("nodes", "nodes", List.of(), true, use),
                connection.deadline(),
                new LastUpdate(nanoTime),
                NodeAssembler::new,
                new PreviousAnswer<>(node -> node.name().hashCode()));
        this.partitions = new ListRequest<>(
                // slurmctld does not note that partitions change where nodes of theirs register (slurmd -Z).
                new ListRequest.Endpoint("partitions", "partitions", List.of(), false, use),
                connection.deadline(),
                new LastUpdate(nanoTime),
                PartitionAssembler::new,
                new PreviousAnswer<>(Partition::hashCode));
        JobParts parts = new JobParts();
        this.jobs = new ListRequest<>(
                // ALL shows hidden partitions' jobs too and, without DETAIL, drops what each job holds core by core.
                new ListRequest.Endpoint("jobs", "jobs", List.of("flags=ALL"), true, use),
                connection.jobsDeadline(),
                new LastUpdate(nanoTime),
                () -> new JobAssembler(parts, use.scaling()),
                new PreviousAnswer<>(job -> Long.hashCode(job.id())));
        this.facts = new SlurmFacts(http, negotiation, connection.deadline(), use.maxRecords());
        ListRequest<Controller> ping = new ListRequest<>(
                new ListRequest.Endpoint("ping", "pings", List.of(), false, use),
                connection.deadline(),
                new LastUpdate(nanoTime),
                ControllerAssembler::new,
                new PreviousAnswer<>(Controller::hashCode));
        this.controllers = new ControllerCheck(() -> ping.fetch(http, negotiation), facts::licenses);
    }

    /** What it says beside that, of the same server and in the same API version. */
    public SlurmFacts facts() {
        return facts;
    }

    public Future<Fetched<List<Node>>> nodes() {
        return nodes.fetch(http, negotiation);
    }

    public Future<Fetched<List<Partition>>> partitions() {
        return partitions.fetch(http, negotiation);
    }

    public Future<Fetched<List<Job>>> jobs() {
        return jobs.fetch(http, negotiation);
    }

    /** The controllers, and whether each is up. */
    public Future<Fetched<List<Controller>>> controllers() {
        return controllers.controllers();
    }

    public Future<Void> close() {
        return http.close();
    }
}
