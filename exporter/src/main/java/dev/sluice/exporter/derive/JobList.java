package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
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
    public record Row(Job job, long tasks, long records) {

        /** Returns the row of a single record. */
        public static Row of(Job job) {
            return new Row(job, job.array().tasks(), 1);
        }
    }

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
    private record ArrayPart(long array, JobState state, String reason) {

        static ArrayPart of(Job job) {
            return new ArrayPart(
                    job.array().jobId(),
                    job.status().state(),
                    job.waiting() ? job.status().reason() : "");
        }
    }

    /** The records of one {@link ArrayPart} so far; {@code first} is the index of the first record in order. */
    private record Folded(int first, long tasks, long records) {}

    private static final class Search {

        private final List<Job> all;
        private final Page page;
        private final Map<ArrayPart, Folded> folded = new HashMap<>();
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
            folded.merge(ArrayPart.of(job), new Folded(index, job.array().tasks(), 1), (known, added) -> {
                boolean before = page.order().compare(job, all.get(known.first())) < 0;
                first.clear(before ? known.first() : index);
                return new Folded(before ? index : known.first(), known.tasks() + added.tasks(), known.records() + 1);
            });
        }

        /** Returns the rows of the page. Keeps only the rows up to the end of the page in memory. */
        List<Row> page() {
            PriorityQueue<Job> kept = new PriorityQueue<>(page.order().reversed());
            first.stream().mapToObj(all::get).forEach(job -> {
                kept.add(job);
                if (kept.size() > page.offset() + page.limit()) {
                    kept.remove();
                }
            });
            return kept.stream()
                    .sorted(page.order())
                    .skip(page.offset())
                    .map(this::row)
                    .toList();
        }

        private Row row(Job job) {
            return Optional.ofNullable(folded.get(ArrayPart.of(job)))
                    .map(part -> new Row(job, part.tasks(), part.records()))
                    .orElseGet(() -> Row.of(job));
        }
    }
}
