package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.Amounts;
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
 * @param records number of matching job records
 * @param rows number of rows on all pages; less than {@code records} if the records of arrays are grouped
 * @param tasks array tasks of the matching records by state, as in squeue
 * @param reasons array tasks of the pending matching records by Slurm's reason
 * @param page the rows of this page, in order
 */
public record JobList(
        long records, long rows, Map<JobState, Long> tasks, SortedMap<String, Long> reasons, List<Row> page) {

    /**
     * Maximum number of jobs that a search keeps in memory. A later page needs more passes over the jobs, but not more
     * memory.
     */
    private static final int MAX_KEPT = 20_000;

    public JobList {
        tasks = Collections.unmodifiableMap(tasks);
        reasons = Collections.unmodifiableSortedMap(reasons);
        page = List.copyOf(page);
    }

    /**
     * A job record, or the records of one array with the same state and reason.
     *
     * @param job the record; the first record in order if the row has several records
     * @param tasks number of array tasks of the records
     * @param records number of records in the row
     */
    public record Row(Job job, long tasks, long records) {}

    /**
     * The order of the records and the range of rows to return.
     *
     * @param order total order of the records
     * @param offset number of rows before the page
     * @param limit maximum number of rows
     * @param folded true if the records of one array with the same state and reason are one row
     */
    public record Page(Comparator<Job> order, int offset, int limit, boolean folded) {}

    /** Returns the requested page of the matching jobs. */
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
            tasks.merge(job.status().state(), job.array().tasks(), Amounts::sum);
            if (job.waiting()) {
                reasons.merge(job.status().reason(), job.array().tasks(), Amounts::sum);
            }
            search.add(index, job);
        }
        return new JobList(records, search.first.cardinality(), tasks, reasons, search.page());
    }

    /** Returns the records of this page; for a row of several records, only the first record. */
    public List<Job> jobs() {
        return page.stream().map(Row::job).toList();
    }

    /** The array, state and reason that all records of one row share. */
    private record Part(long array, JobState state, String reason) {

        static Part of(Job job) {
            return new Part(
                    job.array().jobId(),
                    job.status().state(),
                    job.waiting() ? job.status().reason() : "");
        }
    }

    /** The records of one {@link Part} so far; {@code first} is the index of the first record in order. */
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
            if (!page.folded() || job.array().jobId() == 0) {
                return;
            }
            folded.merge(Part.of(job), new Folded(index, job.array().tasks(), 1), (known, added) -> {
                boolean before = page.order().compare(job, all.get(known.first())) < 0;
                first.clear(before ? known.first() : index);
                return new Folded(before ? index : known.first(), known.tasks() + added.tasks(), known.records() + 1);
            });
        }

        /** Returns the rows of the page. Searches from the nearer end of the order. */
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

        /** Returns the next records in order after the skipped records. */
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

        /** Returns the first records that match {@code rest}, in order. */
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
                    .orElseGet(() -> new Row(job, job.array().tasks(), 1));
        }
    }
}
