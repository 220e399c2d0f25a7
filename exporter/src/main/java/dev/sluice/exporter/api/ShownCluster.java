package dev.sluice.exporter.api;

import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.publish.Published;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A cluster for one reader at one time, without outdated data.
 *
 * @param signal signal with the explanations of the jobs that the reader may see
 * @param visibility visibility for the reader in this cluster
 */
public record ShownCluster(ClusterView view, Signal signal, Visibility visibility, Instant now) {

    /** Visits every job if the cluster hides jobs from the reader. */
    public static ShownCluster of(ClusterView view, Visibility reader, Instant now) {
        Visibility here = reader.within(view.published().privateData());
        if (!here.hidden().jobs()) {
            return new ShownCluster(view, view.signal(), here, now);
        }
        Set<Long> seen = view.published().queue().stream()
                .flatMap(present -> present.jobs().stream())
                .filter(job -> here.showsJobsOf(job.owner().user()))
                .map(Job::id)
                .collect(Collectors.toSet());
        return new ShownCluster(view, view.signal().withJobs(job -> seen.contains(job.jobId())), here, now);
    }

    /** Visits no job. */
    public static ShownCluster withoutExplanations(ClusterView view, Visibility reader, Instant now) {
        return new ShownCluster(
                view,
                view.signal().withJobs(unused -> false),
                reader.within(view.published().privateData()),
                now);
    }

    public String name() {
        return view.name();
    }

    /** Returns the queue; empty if the queue data is too old. */
    public Optional<Published.Queue> queue() {
        return withheld(SlurmSource.JOBS).isPresent()
                ? Optional.empty()
                : view.published().queue();
    }

    /** Returns all jobs, also the jobs that the reader may not see; empty if the queue is unknown. */
    public List<Job> jobs() {
        return queue().map(Published.Queue::jobs).orElse(List.of());
    }

    public boolean showsJob(Job job) {
        return visibility.showsJobsOf(job.owner().user());
    }

    /** Returns the nodes; empty if the node data is too old. */
    public Optional<Published.Nodes> nodes() {
        return withheld(SlurmSource.NODES).isPresent()
                ? Optional.empty()
                : view.published().nodes();
    }

    /** Returns the limits of jobs, except the limits of the nodes. Omits outdated data. */
    public Constraints constraints() {
        return view.published().constraints().of(source -> withheld(source).isEmpty());
    }

    /** Returns the reason for hiding a source's data, as a sentence; empty if the data is shown. */
    public Optional<String> withheld(SlurmSource source) {
        Optional<SourceStatus> found = source(source);
        Optional<String> absent = found.flatMap(SourceStatus::absent);
        if (absent.isPresent()) {
            return absent.map(why -> source.label() + ": " + why);
        }
        Optional<Instant> observedAt = found.flatMap(SourceStatus::observedAt);
        if (found.isEmpty() || observedAt.isEmpty()) {
            return Optional.of(because(source) + source.label() + " have not been read yet");
        }
        if (found.get().state(now) != SourceStatus.SourceState.STALE) {
            return Optional.empty();
        }
        return Optional.of(because(source) + source.label() + " are from "
                + observedAt.get().truncatedTo(ChronoUnit.SECONDS) + ", older than the limit of "
                + found.get().pace().maxAge().toSeconds() + " s");
    }

    public Optional<SourceStatus> source(SlurmSource source) {
        return view.sources().stream().filter(source::is).findFirst();
    }

    /** Returns the failure of a source, as the beginning of a sentence. */
    private String because(SlurmSource source) {
        return source(source)
                .flatMap(SourceStatus::failure)
                .map(failure -> failure.message() + " since " + failure.since().truncatedTo(ChronoUnit.SECONDS) + "; ")
                .orElse("");
    }
}
