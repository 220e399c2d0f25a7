package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Up to {@value #MAX_ROWS} jobs of a {@link JobTable}. Slurm's ids, counts and times are unsigned 32-bit numbers; if
 * one number is larger, all numbers of these rows are stored in 64 bits.
 */
final class JobRows {

    static final int MAX_ROWS = 512;

    private static final long UNSIGNED = 0xFFFF_FFFFL;

    /** Not in a map of positions. One object for all calls, because a decoded list needs a million of them. */
    private static final Short ABSENT = -1;

    private int rows;
    private int[] numbers = new int[MAX_ROWS * Column.COUNT];
    /** Replaces {@link #numbers} if a number has more than 32 bits; empty otherwise. */
    private long[] wide = new long[0];

    /** The position of each value in {@link #values}: a garbage collection visits references, but not numbers. */
    private short[] parts = new short[MAX_ROWS * Part.COUNT];

    /**
     * The position of each origin in {@link #values}, plus 1; 0 for a native job. Empty without other jobs: most
     * clusters have none.
     */
    private short[] origins = new short[0];

    /** The different values of these rows. */
    private List<Object> values = new ArrayList<>();

    /** The position of each number in a row. */
    private static final class Column {

        static final int ID = 0;
        static final int TRUNCATED = 1;
        static final int TASKS = 2;
        static final int NODES = 3;
        static final int CPUS = 4;
        static final int MEMORY_HIGH = 5;
        static final int MEMORY_LOW = 6;
        static final int ARRAY = 7;
        static final int ARRAY_LIMIT = 8;
        static final int HET = 9;
        static final int PRIORITY = 10;
        static final int SUBMITTED = 11;
        static final int ELIGIBLE = 12;
        static final int STARTED = 13;
        static final int ENDED = 14;
        static final int EXPECTED = 15;
        static final int HELD_NODES = 16;
        static final int HELD_CPUS = 17;
        static final int HELD_MEMORY_HIGH = 18;
        static final int HELD_MEMORY_LOW = 19;
        static final int TIME_LIMIT = 20;
        static final int COUNT = 21;
    }

    /** The position of each value in a row. */
    private static final class Part {

        static final int STATUS = 0;
        static final int PARTITIONS = 1;
        static final int OWNER = 2;
        static final int GPUS = 3;
        static final int SHAPE = 4;
        static final int HELD_GPUS = 5;
        static final int NODES = 6;
        static final int NAME = 7;
        static final int GRES_DETAIL = 8;
        static final int DEPENDENCY = 9;
        static final int COUNT = 10;
    }

    /**
     * Appends a job.
     *
     * @param positions position of each value of these rows in {@link #values}; the method adds new values
     */
    void add(Job job, IdentityHashMap<Object, Short> positions) {
        int row = rows++;
        JobRequest request = job.request();
        JobArray array = job.array();
        JobTimes times = job.times();
        Tres held = job.allocation().tres();
        number(row, Column.ID, job.id());
        number(row, Column.TRUNCATED, array.truncated() ? 1 : 0);
        number(row, Column.TASKS, array.tasks());
        number(row, Column.NODES, request.nodes());
        number(row, Column.CPUS, request.cpus());
        number(row, Column.MEMORY_HIGH, request.memoryBytes() >>> Integer.SIZE);
        number(row, Column.MEMORY_LOW, request.memoryBytes() & UNSIGNED);
        number(row, Column.ARRAY, array.jobId());
        number(row, Column.ARRAY_LIMIT, array.taskLimit());
        number(row, Column.HET, job.hetJobId());
        number(row, Column.PRIORITY, job.priority());
        number(row, Column.TIME_LIMIT, times.limit());
        number(row, Column.SUBMITTED, times.submittedAt());
        number(row, Column.ELIGIBLE, times.eligibleAt());
        number(row, Column.STARTED, times.startedAt());
        number(row, Column.ENDED, times.endedAt());
        number(row, Column.EXPECTED, times.expectedStartAt());
        number(row, Column.HELD_NODES, held.nodes());
        number(row, Column.HELD_CPUS, held.cpus());
        number(row, Column.HELD_MEMORY_HIGH, held.memoryBytes() >>> Integer.SIZE);
        number(row, Column.HELD_MEMORY_LOW, held.memoryBytes() & UNSIGNED);
        part(row, Part.STATUS, job.status(), positions);
        part(row, Part.PARTITIONS, job.partitions(), positions);
        part(row, Part.OWNER, job.owner(), positions);
        part(row, Part.GPUS, request.gpus(), positions);
        part(row, Part.SHAPE, job.shape(), positions);
        part(row, Part.HELD_GPUS, held.gpus(), positions);
        part(row, Part.NODES, job.allocation().nodes(), positions);
        part(row, Part.NAME, job.name(), positions);
        part(row, Part.GRES_DETAIL, job.allocation().gresDetail(), positions);
        part(row, Part.DEPENDENCY, job.dependency(), positions);
        if (!job.origin().equals(JobOrigin.NATIVE)) {
            origins = origins.length > 0 ? origins : new short[MAX_ROWS];
            origins[row] = (short) (position(job.origin(), positions) + 1);
        }
    }

    /** Frees unused space; no more rows may be added. */
    void trim() {
        if (rows < MAX_ROWS) {
            numbers = wide.length > 0 ? numbers : Arrays.copyOf(numbers, rows * Column.COUNT);
            wide = wide.length > 0 ? Arrays.copyOf(wide, rows * Column.COUNT) : wide;
            parts = Arrays.copyOf(parts, rows * Part.COUNT);
            origins = origins.length > 0 ? Arrays.copyOf(origins, rows) : origins;
        }
        values = List.copyOf(values);
    }

    Job job(int row) {
        return new Job(
                number(row, Column.ID),
                (JobStatus) part(row, Part.STATUS),
                texts(row, Part.PARTITIONS),
                (JobOwner) part(row, Part.OWNER),
                JobArray.of(
                        number(row, Column.ARRAY),
                        number(row, Column.TASKS),
                        number(row, Column.TRUNCATED) != 0,
                        number(row, Column.ARRAY_LIMIT)),
                new JobRequest(
                        number(row, Column.NODES),
                        number(row, Column.CPUS),
                        number(row, Column.MEMORY_HIGH) << Integer.SIZE | number(row, Column.MEMORY_LOW),
                        (GpuCounts) part(row, Part.GPUS)),
                (JobShape) part(row, Part.SHAPE),
                allocation(row),
                new JobTimes(
                        number(row, Column.TIME_LIMIT),
                        number(row, Column.SUBMITTED),
                        number(row, Column.ELIGIBLE),
                        number(row, Column.EXPECTED),
                        number(row, Column.STARTED),
                        number(row, Column.ENDED)),
                number(row, Column.HET),
                number(row, Column.PRIORITY),
                text(row, Part.NAME),
                text(row, Part.DEPENDENCY),
                origins.length == 0 || origins[row] == 0 ? JobOrigin.NATIVE : (JobOrigin) values.get(origins[row] - 1));
    }

    private JobAllocation allocation(int row) {
        return JobAllocation.of(held(row), text(row, Part.NODES), texts(row, Part.GRES_DETAIL));
    }

    private Tres held(int row) {
        GpuCounts gpus = (GpuCounts) part(row, Part.HELD_GPUS);
        long nodes = number(row, Column.HELD_NODES);
        long cpus = number(row, Column.HELD_CPUS);
        long memoryBytes = number(row, Column.HELD_MEMORY_HIGH) << Integer.SIZE | number(row, Column.HELD_MEMORY_LOW);
        return nodes == 0 && cpus == 0 && memoryBytes == 0 && gpus.isEmpty()
                ? Tres.NONE
                : new Tres(cpus, memoryBytes, nodes, gpus);
    }

    private void number(int row, int column, long value) {
        int at = row * Column.COUNT + column;
        if (wide.length > 0) {
            wide[at] = value;
        } else if (value >>> Integer.SIZE == 0) {
            numbers[at] = (int) value;
        } else {
            wide = Arrays.stream(numbers).mapToLong(Integer::toUnsignedLong).toArray();
            numbers = new int[0];
            wide[at] = value;
        }
    }

    private long number(int row, int column) {
        int at = row * Column.COUNT + column;
        return wide.length > 0 ? wide[at] : Integer.toUnsignedLong(numbers[at]);
    }

    private void part(int row, int part, Object value, IdentityHashMap<Object, Short> positions) {
        parts[row * Part.COUNT + part] = position(value, positions);
    }

    /** Returns the position of a value; adds a new value. */
    private short position(Object value, IdentityHashMap<Object, Short> positions) {
        short position = positions.getOrDefault(value, ABSENT);
        if (position < 0) {
            position = (short) values.size();
            values.add(value);
            positions.put(value, position);
        }
        return position;
    }

    private Object part(int row, int part) {
        return values.get(parts[row * Part.COUNT + part]);
    }

    private String text(int row, int part) {
        return (String) part(row, part);
    }

    @SuppressWarnings("unchecked")
    private List<String> texts(int row, int part) {
        return (List<String>) part(row, part);
    }
}
