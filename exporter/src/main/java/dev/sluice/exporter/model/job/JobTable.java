package dev.sluice.exporter.model.job;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * The jobs of one answer, immutable. Kept as rows of numbers and of references to what many jobs share: a full garbage
 * collection visits each object, so that a hundred thousand records make a long pause, and two arrays for each thousand
 * of them do not. A {@link Job} is made each time that one is asked for; two of the same place are equal, not the same.
 */
public final class JobTable extends AbstractList<Job> implements RandomAccess {

    private final List<JobRows> chunks;
    private final int size;

    private JobTable(List<JobRows> chunks, int size) {
        this.chunks = List.copyOf(chunks);
        this.size = size;
    }

    @Override
    public Job get(int index) {
        Objects.checkIndex(index, size);
        return chunks.get(index / JobRows.MAX_ROWS).job(index % JobRows.MAX_ROWS);
    }

    @Override
    public int size() {
        return size;
    }

    /** Takes the jobs of a table, one after another. */
    public static final class Builder {

        private final List<JobRows> chunks = new ArrayList<>();
        private int size;

        /** Adds the job as the last of the table. */
        public void add(Job job) {
            if (size % JobRows.MAX_ROWS == 0) {
                chunks.add(new JobRows());
            }
            chunks.get(chunks.size() - 1).add(job);
            size++;
        }

        /** The table of what was added; nothing can be added any more. */
        public JobTable build() {
            if (!chunks.isEmpty()) {
                chunks.get(chunks.size() - 1).trim();
            }
            return new JobTable(chunks, size);
        }
    }
}
