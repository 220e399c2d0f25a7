package dev.sluice.exporter.slurm.squeue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.json.Interner;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobArray;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.decode.JobAssembler;
import dev.sluice.exporter.slurm.decode.RecordList;
import dev.sluice.exporter.slurm.decode.RecordUse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/** Builds the jobs of one squeue call. All lines with the same JobId become one record. */
final class SqueueJobs {

    private final List<SqueueColumn> columns;
    private final int maxRecords;
    private final long maxBytes;
    private final int id;
    private final int task;
    private final int array;
    private final UserNames users;
    private SqueueValues values;
    private final RecordList<Job> records;
    private final Interner interner = new Interner();
    private final Map<Long, Job> jobs = new LinkedHashMap<>();
    private TaskLines tasks = new TaskLines();
    private final LongFunction<Optional<ShownRequest>> requests;
    private String openId = "";
    private long openArray;
    private boolean open;
    private boolean ofArray;
    private int unreadable;
    private long kept;

    /**
     * Counts the lines that {@code squeue -r} prints for one record of unstarted array tasks. If such a record has more
     * than five tasks with equal steps ({@code --array=0-98:2}), squeue omits the last task.
     */
    static final class TaskLines {

        /** Slurm writes tasks as a range with a step only if the number of tasks exceeds this number. */
        private static final int STEP_TASKS = 5;

        /**
         * Slurm writes a range with a step only if the last task ID exceeds the first task ID by more than this number.
         */
        private static final long STEP_DISTANCE = 10;

        private long tasks;
        private long first;
        private long last;
        private long step;
        private boolean even = true;

        void add(long id) {
            if (tasks == 0) {
                first = id;
            } else if (tasks == 1) {
                step = id - last;
            } else {
                even &= id - last == step;
            }
            last = id;
            tasks++;
        }

        /**
         * Returns the tasks in the format of {@link JobArray#parse}: the number of tasks, and whether squeue may have
         * omitted one task.
         */
        String text() {
            boolean spaced = tasks >= STEP_TASKS && even && step > 1;
            if (spaced && isStep(tasks, last)) {
                return "1-" + (tasks + 1);
            }
            return spaced && isStep(tasks + 1, last + step) ? "1-" + tasks + "..." : "1-" + tasks;
        }

        private boolean isStep(long count, long end) {
            return count > STEP_TASKS && end - first > STEP_DISTANCE;
        }
    }

    /**
     * @param maxBytes maximum size of the records' lines in bytes
     * @param requests finds what scontrol shows of the request of a pending job
     */
    SqueueJobs(
            SqueueLines.Format format,
            long maxBytes,
            LongFunction<Optional<ShownRequest>> requests,
            UserNames users,
            RecordUse use) {
        this.columns = format.columns();
        this.maxRecords = use.maxRecords();
        this.maxBytes = maxBytes;
        this.id = columns.indexOf(SqueueColumn.JOB_ID);
        this.task = columns.indexOf(SqueueColumn.TASK);
        this.array = columns.indexOf(SqueueColumn.ARRAY);
        this.users = users;
        users.nextList();
        this.values = new SqueueValues(users);
        this.requests = requests;
        this.records = new JobAssembler(new JobAssembler.AssociationUsers(), use, JobOrigin.UNKNOWN).list();
    }

    /** Takes a line, whose values are valid until this method returns. */
    void line(SqueueLines line) throws FetchFailure {
        String job = line.value(id);
        if (open && job.equals(openId) && ofArray) {
            task(line.value(task));
            return;
        }
        close();
        begin(job, line);
    }

    private void begin(String job, SqueueLines line) throws FetchFailure {
        kept += line.bytes();
        if (jobs.size() + unreadable >= maxRecords) {
            throw FetchFailure.tooLarge("squeue shows more than " + maxRecords
                    + " job records; slurm.maxRecords allows more, where the exporter has the memory");
        }
        if (kept > maxBytes) {
            throw FetchFailure.tooLarge("the output of squeue takes more than " + (maxBytes >> 20)
                    + " MiB, half of the heap; give the exporter more memory (-Xmx, or the limit of its container)");
        }
        openId = job;
        open = true;
        values = new SqueueValues(users);
        tasks = new TaskLines();
        String ofTask = line.value(task);
        ofArray = SqueueValues.isNumber(ofTask);
        String arrayId = ofArray ? line.value(array) : "";
        openArray = SqueueValues.isNumber(arrayId) ? Long.parseLong(arrayId) : 0;
        task(ofTask);
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i) != SqueueColumn.ARRAY || ofArray) {
                columns.get(i).put(line.value(i), values);
            }
        }
    }

    private void task(String text) {
        if (ofArray) {
            if (SqueueValues.isNumber(text)) {
                tasks.add(Long.parseLong(text));
            } else {
                unreadable++;
            }
        }
    }

    private void close() {
        if (!open) {
            return;
        }
        open = false;
        if (SqueueValues.isNumber(openId)) {
            long job = Long.parseLong(openId);
            values.unnamedUser().ifPresent(user -> users.add(user, job, openArray));
            if (values.pending()) {
                requests.apply(job).ifPresent(values::put);
            }
        }
        Optional<Job> job = job();
        job.ifPresent(known -> jobs.putIfAbsent(known.id(), known));
        if (job.isEmpty()) {
            unreadable++;
        }
    }

    private Optional<Job> job() {
        ObjectNode record = values.complete();
        if (ofArray) {
            record.put("array_task_string", tasks.text());
        }
        return records.read(new JsonTree(record, interner));
    }

    List<Job> end() {
        close();
        return List.copyOf(jobs.values());
    }

    int unreadable() {
        return unreadable;
    }
}
