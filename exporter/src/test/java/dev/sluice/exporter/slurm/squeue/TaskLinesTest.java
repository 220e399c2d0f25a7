package dev.sluice.exporter.slurm.squeue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.job.JobArray;
import java.util.BitSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TaskLinesTest {

    @Test
    void countsEachLine() {
        assertThat(tasks(17)).isEqualTo(new JobArray(0, 1, false, 0));
        assertThat(tasks(1, 2, 3, 7, 100)).isEqualTo(new JobArray(0, 5, false, 0));
    }

    @Test
    void addsTheLastTaskOfAnEvenlySpacedArrayThatSqueueLeavesOut() {
        long[] shown = LongStream.iterate(2, id -> id < 198, id -> id + 2).toArray();

        assertThat(tasks(shown)).isEqualTo(new JobArray(0, shown.length + 1, false, 0));
    }

    @Test
    void isALowerBoundWhereTheLastTaskMayBeLeftOut() {
        // The line shows five tasks with a step of 3. The array has either these five tasks, or six tasks of which
        // squeue omits the last task.
        assertThat(tasks(0, 3, 6, 9, 12)).isEqualTo(new JobArray(0, 5, true, 0));
    }

    @Test
    void isNeverMoreThanSlurmHasWhateverTheDistances() {
        for (int distance = 1; distance <= 12; distance++) {
            for (int count = 1; count <= 20; count++) {
                BitSet bitmap = new BitSet();
                for (int i = 0; i < count; i++) {
                    bitmap.set(3 + i * distance);
                }
                JobArray counted = tasks(shown(bitmap, distance));
                assertThat(counted.tasks())
                        .as("%d tasks at a distance of %d", count, distance)
                        .isBetween(counted.truncated() ? count - 1L : count, (long) count);
            }
        }
    }

    /**
     * Returns the task list of a bitmap in the form of squeue -r of Slurm 24.11 and 26.05, like xlate_array_task_str()
     * and bitfmt2int().
     */
    private static long[] shown(BitSet bitmap, int distance) {
        int first = bitmap.nextSetBit(0);
        int last = bitmap.length() - 1;
        boolean asStep = last - first > 10 && bitmap.cardinality() > 5 && distance > 1;
        return bitmap.stream().filter(id -> !asStep || id < last).asLongStream().toArray();
    }

    private static JobArray tasks(long... ids) {
        SqueueJobs.TaskLines lines = new SqueueJobs.TaskLines();
        for (long id : ids) {
            lines.add(id);
        }
        return JobArray.parse(0, lines.text(), 0);
    }
}
