package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * One page of the jobs that match a filter.
 *
 * @param records job records that match
 * @param rows rows of all pages; fewer than the records if arrays are folded
 * @param tasks array tasks of these records by the state that squeue shows
 * @param reasons array tasks of the records that wait, by Slurm's reason
 * @param page the rows of this page, in order
 */
public record JobList(
        long records, long rows, Map<JobState, Long> tasks, SortedMap<String, Long> reasons, List<Row> page) {

    /** Jobs that a search keeps at once. A deeper page takes more passes over the jobs, not more memory. */
    private static final int MAX_KEPT = 20_000;

    public JobList {
        tasks = Collections.unmodifiableMap(tasks);
        reasons = Collections.unmodifiableSortedMap(reasons);
        page = List.copyOf(page);
    }

    /**
     * A job record, or the records of one array that share state and reason.
     *
     * @param job the record; of several, the first in the order of the list
     * @param tasks array tasks of the records
     * @param records how many records the row stands for
     */
    public record Row(Job job, long tasks, long records) {}

    /**
     * Which rows to return.
     *
     * @param order decides between any two records
     * @param offset rows before the page
     * @param limit maximum number of rows
     * @param folded whether the records of one array with the same state and reason are one row
     */
    public record Page(Comparator<Job> order, int offset, int limit, boolean folded) {}

    /** The page of the jobs that match. */
    public static JobList of(List<Job> all, Predicate<Job> filter, Page page) {
        Search search = new Search(all, page);
        Map<JobState, Long> tasks = new EnumMap<>(JobState.class);
        SortedMap<String, Long> reasons = new TreeMap<>();
        long records = 0;
        for (int index = 0; index < all.size(); index++) {
            Job job = all.get(index);
            if (!filter.test(job)) {
                continue;
            }
            records++;
            tasks.merge(job.state(), job.tasks(), Long::sum);
            if (job.waiting()) {
                reasons.merge(job.reason(), job.tasks(), Long::sum);
            }
            search.add(index, job);
        }
        return new JobList(records, search.first.cardinality(), tasks, reasons, search.page());
    }

    /** The records of this page; of a folded array only the first. */
    public List<Job> jobs() {
        return page.stream().map(Row::job).toList();
    }

    /** What the records of one row have in common. */
    private record Part(long array, JobState state, String reason) {

        static Part of(Job job) {
            return new Part(job.arrayJobId(), job.state(), job.waiting() ? job.reason() : "");
        }
    }

    /** The records of a part so far; first is the index of the record that comes first in the order. */
    private record Folded(int first, long tasks, long records) {}

    private static final class Search {

        private final List<Job> all;
        private final Page page;
        private final Map<Part, Folded> folded = new HashMap<>();
        /** The index of the first record of each row. */
        private final BitSet first = new BitSet();

        Search(List<Job> all, Page page) {
            this.all = all;
            this.page = page;
        }

        void add(int index, Job job) {
            first.set(index);
            if (!page.folded() || job.arrayJobId() == 0) {
                return;
            }
            folded.merge(Part.of(job), new Folded(index, job.tasks(), 1), (known, added) -> {
                boolean before = page.order().compare(job, all.get(known.first())) < 0;
                first.clear(before ? known.first() : index);
                return new Folded(before ? index : known.first(), known.tasks() + added.tasks(), known.records() + 1);
            });
        }

        /** Counts from the nearer end. */
        List<Row> page() {
            int after = first.cardinality() - page.offset() - page.limit();
            int count = Math.min(page.limit(), page.limit() + after);
            List<Job> found;
            if (after < page.offset()) {
                found = new ArrayList<>(take(page.order().reversed(), Math.max(0, after), Math.max(0, count)));
                Collections.reverse(found);
            } else {
                found = take(page.order(), page.offset(), count);
            }
            return found.stream().map(this::row).toList();
        }

        /** The records after those to skip, in order. */
        private List<Job> take(Comparator<Job> order, int skip, int count) {
            int left = skip;
            Predicate<Job> rest = job -> true;
            while (left > 0 && left + count > MAX_KEPT) {
                int step = Math.min(left, MAX_KEPT);
                Job last = next(order, rest, step).get(step - 1);
                rest = job -> order.compare(job, last) > 0;
                left -= step;
            }
            List<Job> found = next(order, rest, left + count);
            return found.subList(left, found.size());
        }

        /** The first records of those that are left, in order. */
        private List<Job> next(Comparator<Job> order, Predicate<Job> rest, int count) {
            PriorityQueue<Job> kept = new PriorityQueue<>(order.reversed());
            for (int index = first.nextSetBit(0); index >= 0; index = first.nextSetBit(index + 1)) {
                Job job = all.get(index);
                if (!rest.test(job)) {
                    continue;
                }
                kept.add(job);
                if (kept.size() > count) {
                    kept.remove();
                }
            }
            List<Job> sorted = new ArrayList<>(kept);
            sorted.sort(order);
            return sorted;
        }

        private Row row(Job job) {
            return Optional.ofNullable(folded.get(Part.of(job)))
                    .map(part -> new Row(job, part.tasks(), part.records()))
                    .orElseGet(() -> new Row(job, job.tasks(), 1));
        }
    }
}
