package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.model.job.JobState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * The history of a generated cluster, and the jobs that slurmctld would list at a given time. The list for a given
 * second includes all events of this second.
 */
final class MadeCluster {

    /** Seconds for which slurmctld lists an ended job. */
    static final long MIN_JOB_AGE = 300;

    private static final List<JobState> ENDS = List.of(
            JobState.COMPLETED,
            JobState.FAILED,
            JobState.TIMEOUT,
            JobState.OUT_OF_MEMORY,
            JobState.NODE_FAIL,
            JobState.CANCELLED,
            JobState.PREEMPTED,
            JobState.BOOT_FAIL,
            JobState.DEADLINE);

    /** A period in the queue and the following run; {@code allocated} is 0 if no run follows. */
    private record Run(long submitted, long eligible, long allocated, long started, long over) {}

    private record Life(long id, long array, List<Run> runs, long ended, JobState how) {

        Run last() {
            return runs.get(runs.size() - 1);
        }
    }

    private record Array(long id, long submitted, List<Life> tasks, Map<Integer, Long> cancelled) {}

    private final Random random;
    private final List<Life> jobs = new ArrayList<>();
    private final List<Array> arrays = new ArrayList<>();
    private long nextId = 1;

    MadeCluster(long seed, int size, long span) {
        random = new Random(seed);
        long freeAgain = 0;
        long freeId = 0;
        for (int i = 0; i < size; i++) {
            long at = 1 + random.nextLong(span);
            if (random.nextInt(4) == 0) {
                arrays.add(array(at));
            } else if (freeId > 0 && random.nextInt(5) == 0) {
                Life again = life(freeId, 0, freeAgain + random.nextLong(100), true, 1);
                jobs.add(again);
                freeId = 0;
            } else {
                Life life = life(nextId++, 0, at, true, 4);
                jobs.add(life);
                freeId = life.id();
                freeAgain = life.ended() + MIN_JOB_AGE + 1;
            }
        }
    }

    private Life life(long id, long array, long submitted, boolean mayBeCancelled, int mostRuns) {
        List<Run> runs = new ArrayList<>();
        long at = submitted;
        while (true) {
            long eligible = at + (random.nextInt(3) == 0 ? random.nextLong(400) : 0);
            if (mayBeCancelled && random.nextInt(6) == 0) {
                runs.add(new Run(at, eligible, 0, 0, 0));
                return new Life(id, array, runs, at + random.nextLong(900), JobState.CANCELLED);
            }
            long allocated = eligible + random.nextLong(random.nextBoolean() ? 3 : 900);
            long started = allocated + (random.nextInt(4) == 0 ? random.nextLong(120) : 0);
            long over = started + random.nextLong(random.nextBoolean() ? 5 : 2000);
            runs.add(new Run(at, eligible, allocated, started, over));
            if (runs.size() == mostRuns || random.nextInt(4) != 0) {
                return new Life(id, array, runs, over, ENDS.get(random.nextInt(ENDS.size())));
            }
            // The job's nodes complete for at least a second, so that the two submission times differ.
            at = over + 1 + random.nextLong(40);
        }
    }

    private Array array(long at) {
        long id = nextId++;
        int size = 1 + random.nextInt(12);
        List<Life> tasks = new ArrayList<>();
        Map<Integer, Long> cancelled = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            if (random.nextInt(4) == 0) {
                // Tasks that are cancelled before the first poll leave no trace.
                cancelled.put(i, at + MIN_JOB_AGE + 1 + random.nextLong(1000));
            } else {
                tasks.add(life(nextId++, id, at, false, 4));
            }
        }
        return lastTaskHasTheArraysId(new Array(id, at, tasks, cancelled));
    }

    /**
     * The last task that leaves the record of the array keeps this record, unless other tasks are still in the record.
     */
    private static Array lastTaskHasTheArraysId(Array array) {
        long lastCancel = array.cancelled().values().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(-1);
        Life last = null;
        for (Life task : array.tasks()) {
            if (last == null || left(task) >= left(last)) {
                last = task;
            }
        }
        if (last == null || left(last) <= lastCancel) {
            return array;
        }
        List<Life> tasks = new ArrayList<>(array.tasks());
        tasks.set(tasks.indexOf(last), new Life(array.id(), array.id(), last.runs(), last.ended(), last.how()));
        return new Array(array.id(), array.submitted(), tasks, array.cancelled());
    }

    private static long left(Life task) {
        return task.runs().get(0).allocated();
    }

    /** Returns the time of the last event. */
    long end() {
        long end = 0;
        for (Life job : all()) {
            end = Math.max(end, job.ended());
        }
        for (Array array : arrays) {
            for (long at : array.cancelled().values()) {
                end = Math.max(end, at);
            }
        }
        return end;
    }

    private List<Life> all() {
        List<Life> all = new ArrayList<>(jobs);
        arrays.forEach(array -> all.addAll(array.tasks()));
        return all;
    }

    List<QueueRecord> at(long now) {
        List<QueueRecord> records = new ArrayList<>();
        jobs.forEach(job -> record(job, now, records));
        for (Array array : arrays) {
            for (Life task : array.tasks()) {
                if (left(task) <= now) {
                    record(task, now, records);
                }
            }
            unstarted(array, now, records);
        }
        Collections.shuffle(records, random);
        return records;
    }

    private static void unstarted(Array array, long now, List<QueueRecord> records) {
        if (array.submitted() > now) {
            return;
        }
        long tasks = array.tasks().stream().filter(task -> left(task) > now).count()
                + array.cancelled().values().stream().filter(at -> at > now).count();
        boolean taken = array.tasks().stream().anyMatch(task -> task.id() == array.id() && left(task) <= now);
        if (tasks > 0) {
            records.add(QueueRecord.pending(array.id(), array.submitted()).ofArray(array.id(), tasks));
        } else if (!taken) {
            long last = array.cancelled().values().stream()
                    .mapToLong(Long::longValue)
                    .max()
                    .orElse(0);
            if (now <= last + MIN_JOB_AGE) {
                records.add(QueueRecord.pending(array.id(), array.submitted())
                        .ofArray(array.id(), 1)
                        .endedAt(last, JobState.CANCELLED));
            }
        }
    }

    private static void record(Life job, long now, List<QueueRecord> records) {
        if (job.runs().get(0).submitted() > now || now > job.ended() + MIN_JOB_AGE) {
            return;
        }
        int index = 0;
        while (index + 1 < job.runs().size() && job.runs().get(index + 1).submitted() <= now) {
            index++;
        }
        Run run = job.runs().get(index);
        QueueRecord waits = QueueRecord.pending(job.id(), run.submitted())
                .waiting(run.eligible() > now ? "Dependency" : "Priority", run.eligible() > now ? 0 : run.eligible())
                .ofArray(job.array(), 1)
                .restarted(index);
        boolean last = run.equals(job.last());
        if (last && job.ended() <= now) {
            QueueRecord over = run.allocated() == 0 ? waits : waits.startedAt(run.started());
            records.add(over.endedAt(job.ended(), job.how()));
        } else if (run.allocated() == 0 || run.allocated() > now) {
            records.add(waits);
        } else if (run.started() > now) {
            records.add(waits.startedAt(run.allocated()).flagged(JobState.CONFIGURING));
        } else if (!last && run.over() <= now) {
            records.add(waits.restarted(index + 1).flagged(JobState.COMPLETING));
        } else {
            records.add(waits.startedAt(run.started()));
        }
    }

    /** The events after a given time. */
    record Expected(
            long submissions, long starts, long requeues, Map<JobState, Long> ends, double runSeconds, long ran) {}

    Expected since(long baseline) {
        long submissions = 0;
        long starts = 0;
        long requeues = 0;
        double runSeconds = 0;
        long ran = 0;
        Map<JobState, Long> ends = new EnumMap<>(JobState.class);
        for (Life job : all()) {
            submissions += job.runs().get(0).submitted() > baseline ? 1 : 0;
            for (Run run : job.runs()) {
                starts += run.allocated() > 0 && run.started() > baseline ? 1 : 0;
                requeues += !run.equals(job.last()) && run.over() > baseline ? 1 : 0;
            }
            if (job.ended() > baseline) {
                ends.merge(job.how(), 1L, Long::sum);
                if (job.last().allocated() > 0) {
                    runSeconds += job.ended() - job.last().started();
                    ran++;
                }
            }
        }
        for (Array array : arrays) {
            submissions += array.submitted() > baseline ? array.cancelled().size() : 0;
            long cancelled = array.cancelled().values().stream()
                    .filter(at -> at > baseline)
                    .count();
            if (cancelled > 0) {
                ends.merge(JobState.CANCELLED, cancelled, Long::sum);
            }
        }
        return new Expected(submissions, starts, requeues, ends, runSeconds, ran);
    }
}
