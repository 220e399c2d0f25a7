package dev.sluice.exporter.api.view;

import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.publish.PublishedNodes;
import dev.sluice.exporter.publish.PublishedQueue;
import java.time.Instant;
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
        Visibility here = reader.within(view.privateData());
        if (!here.hidden().jobs()) {
            return new ShownCluster(view, view.signal(), here, now);
        }
        Set<Long> seen = view.queue().stream()
                .flatMap(present -> present.jobs().stream())
                .filter(job -> here.showsJobsOf(job.owner().user()))
                .map(Job::id)
                .collect(Collectors.toSet());
        return new ShownCluster(view, view.signal().withJobs(job -> seen.contains(job.jobId())), here, now);
    }

    /** Visits no job. */
    public static ShownCluster withoutExplanations(ClusterView view, Visibility reader, Instant now) {
        return new ShownCluster(view, view.signal().withJobs(unused -> false), reader.within(view.privateData()), now);
    }

    public String name() {
        return view.name();
    }

    public Optional<PublishedQueue> queue() {
        return view.queueAt(now);
    }

    /** Returns all jobs, also the jobs that the reader may not see; empty if the queue is unknown. */
    public List<Job> jobs() {
        return queue().map(PublishedQueue::jobs).orElse(List.of());
    }

    public boolean showsJob(Job job) {
        return visibility.showsJobsOf(job.owner().user());
    }

    public Optional<PublishedNodes> nodes() {
        return view.nodesAt(now);
    }

    public Constraints constraints() {
        return view.constraintsAt(now);
    }

    /** Returns the reason for hiding a source's data, as a sentence; empty if the data is shown. */
    public Optional<String> withheld(SlurmSource source) {
        return view.withheld(source, now);
    }

    public Optional<SourceStatus> source(SlurmSource source) {
        return view.source(source);
    }
}
