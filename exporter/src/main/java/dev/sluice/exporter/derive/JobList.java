package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * One page of the jobs that match a filter. All jobs are visited once, and no more of them are kept than the pages up to this
 * one hold.
 *
 * @param records job records that match
 * @param tasks array tasks of these records by the state that squeue shows
 * @param reasons array tasks of the records that wait, by Slurm's reason
 * @param jobs the records of this page, in order
 */
public record JobList(long records, Map<JobState, Long> tasks, SortedMap<String, Long> reasons, List<Job> jobs) {

    public JobList {
        tasks = Collections.unmodifiableMap(tasks);
        reasons = Collections.unmodifiableSortedMap(reasons);
        jobs = List.copyOf(jobs);
    }

    /**
     * The records from {@code offset} on, at most {@code limit} of them.
     *
     * @param order decides between any two records
     */
    public static JobList of(List<Job> all, Predicate<Job> filter, Comparator<Job> order, int offset, int limit) {
        int kept = offset + limit;
        PriorityQueue<Job> first = new PriorityQueue<>(order.reversed());
        Map<JobState, Long> tasks = new EnumMap<>(JobState.class);
        SortedMap<String, Long> reasons = new TreeMap<>();
        long records = 0;
        for (Job job : all) {
            if (!filter.test(job)) {
                continue;
            }
            records++;
            tasks.merge(job.state(), job.tasks(), Long::sum);
            if (job.waiting()) {
                reasons.merge(job.reason(), job.tasks(), Long::sum);
            }
            first.add(job);
            if (first.size() > kept) {
                first.remove();
            }
        }
        List<Job> sorted = new ArrayList<>(first);
        sorted.sort(order);
        return new JobList(records, tasks, reasons, sorted.subList(Math.min(offset, sorted.size()), sorted.size()));
    }
}
