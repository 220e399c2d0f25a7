package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.Controller;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Job;
import dev.sluice.exporter.model.Node;
import dev.sluice.exporter.model.Partition;
import dev.sluice.exporter.model.Poll;
import dev.sluice.exporter.model.facts.Association;
import dev.sluice.exporter.model.facts.ControllerConf;
import dev.sluice.exporter.model.facts.DbdStatistics;
import dev.sluice.exporter.model.facts.Diag;
import dev.sluice.exporter.model.facts.License;
import dev.sluice.exporter.model.facts.Qos;
import dev.sluice.exporter.model.facts.Reservation;
import dev.sluice.exporter.model.facts.Share;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * The sources of one cluster, with somebody who is told of every poll.
 *
 * @param time measures the polls
 * @param cluster name of the cluster
 * @param polls is told, on the event loop, and must not take long
 */
public record WatchedSources(Time time, String cluster, Consumer<Poll> polls) {

    /** The same source, watched. */
    public ClusterSource watch(ClusterSource source) {
        return new ClusterSource() {
            @Override
            public Future<Fetched<List<Node>>> nodes() {
                return watched("nodes", source::nodes);
            }

            @Override
            public Future<Fetched<List<Partition>>> partitions() {
                return watched("partitions", source::partitions);
            }

            @Override
            public Future<Fetched<List<Job>>> jobs() {
                return watched("jobs", source::jobs);
            }

            @Override
            public Future<Fetched<List<Controller>>> controllers() {
                return watched("ping", source::controllers);
            }
        };
    }

    /** The same source, watched. */
    public FactsSource watch(FactsSource source) {
        return new FactsSource() {
            @Override
            public Future<Fetched<List<Diag>>> diag() {
                return watched("diag", source::diag);
            }

            @Override
            public Future<Fetched<List<License>>> licenses() {
                return watched("licenses", source::licenses);
            }

            @Override
            public Future<Fetched<List<Reservation>>> reservations() {
                return watched("reservations", source::reservations);
            }

            @Override
            public Future<Fetched<List<ControllerConf>>> conf() {
                return watched("conf", source::conf);
            }

            @Override
            public Future<Fetched<List<Share>>> shares() {
                return watched("shares", source::shares);
            }

            @Override
            public Future<Fetched<List<Qos>>> qos() {
                return watched("qos", source::qos);
            }

            @Override
            public Future<Fetched<List<Association>>> associations() {
                return watched("associations", source::associations);
            }

            @Override
            public Future<Fetched<List<DbdStatistics>>> dbd() {
                return watched("dbd", source::dbd);
            }
        };
    }

    private interface Question<T> {
        Future<Fetched<List<T>>> ask();
    }

    private <T> Future<Fetched<List<T>>> watched(String source, Question<T> question) {
        Instant startedAt = time.clock().instant();
        long start = time.nanoTime().getAsLong();
        return question.ask().onComplete(done -> {
            Duration took = Duration.ofNanos(time.nanoTime().getAsLong() - start);
            Poll.Result result = done.succeeded() ? answered(done.result()) : failed(done.cause());
            polls.accept(new Poll(cluster, source, startedAt, took, result));
        });
    }

    private static <T> Poll.Result answered(Fetched<List<T>> fetched) {
        OptionalInt records =
                fetched.value().map(List::size).map(OptionalInt::of).orElseGet(OptionalInt::empty);
        return new Poll.Answered(fetched.apiVersion(), fetched.bytes(), records);
    }

    private static Poll.Result failed(Throwable cause) {
        if (cause instanceof SourceAbsent absent) {
            return new Poll.Absent(absent.reason());
        }
        return cause instanceof FetchFailure failure
                ? new Poll.Failed(failure.kind(), failure.message())
                // As the poll itself takes what nobody has foreseen; the log has it.
                : new Poll.Failed(FailureKind.UNDECODABLE, cause.getClass().getSimpleName());
    }
}
