package dev.sluice.exporter.model.job;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * The jobs of one response, immutable. The table stores jobs as rows of numbers, because a full garbage collection
 * visits each object and each reference: 100,000 records as objects would cause a long pause. Each call of {@link #get}
 * creates a {@link Job}; two jobs of one index are equal, but are different objects.
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

    /** Builds a table from jobs, one after another. */
    public static final class Builder {

        private final List<JobRows> chunks = new ArrayList<>();
        /**
         * Positions of the values in the last chunk, found by comparing references. Usually, equal values are a single
         * object, so this comparison is cheap.
         */
        private final IdentityHashMap<Object, Short> positions = new IdentityHashMap<>();

        private int size;

        /** Appends a job. */
        public void add(Job job) {
            if (size % JobRows.MAX_ROWS == 0) {
                trim();
                chunks.add(new JobRows());
            }
            chunks.get(chunks.size() - 1).add(job, positions);
            size++;
        }

        /** Returns the table; no more jobs may be added. */
        public JobTable build() {
            trim();
            return new JobTable(chunks, size);
        }

        private void trim() {
            if (!chunks.isEmpty()) {
                chunks.get(chunks.size() - 1).trim();
                positions.clear();
            }
        }
    }
}
