package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.job.Job;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests job members that no captured job has. */
class JobDetailsTest {

    private List<Job> jobs(String... records) throws Exception {
        byte[] body = ("{\"jobs\":[" + String.join(",", records).replace('\'', '"') + "]}").getBytes(UTF_8);
        return Answers.jobs(body).records();
    }

    private Job job(String members) throws Exception {
        return jobs("{'job_id':1," + members + "}").get(0);
    }

    /** The values of {@code --exclusive}. Until v0.0.44, the member {@code shared} has the value. */
    @ParameterizedTest
    @CsvSource({
        "user, false, true",
        "mcs, false, true",
        "none, true, false",
        "topo, true, false",
        "oversubscribe, false, false"
    })
    void hasWholeNodesOrSharesThemWithJobsOfTheSameUser(String shared, boolean whole, boolean user) throws Exception {
        Job job = job("'job_state':['PENDING'],'submit_line':'sbatch run.sh --exclusive','shared':['" + shared + "']");

        assertThat(job.shape().wholeNodes()).isEqualTo(whole);
        assertThat(job.shape().placement().userNodes()).isEqualTo(user);
    }

    @Test
    void jobThatRunsOnAnotherClusterOfTheFederationIsNotPending() throws Exception {
        assertThat(job("'job_state':['PENDING','REVOKED']").pending()).isFalse();
    }

    /** Without {@code --thread-spec}, slurmrestd writes 32766. */
    @ParameterizedTest
    @CsvSource({"0, 0, false", "1, 32766, true", "0, 1, true", "0, 32765, true", "0, 32766, false"})
    void leavesCoresToTheSystem(long cores, long threads, boolean expected) throws Exception {
        Job job = job("'job_state':['PENDING'],'core_spec':" + cores + ",'thread_spec':" + threads);

        assertThat(job.shape().coreSpecialization()).isEqualTo(expected);
    }

    /** The run times and ends are those that squeue shows at second 1036. The jobs start at second 1000. */
    @ParameterizedTest
    @CsvSource({
        "RUNNING, 0, 0, 1600, 36, 1600",
        "SUSPENDED, 4, 1004, 1600, 4, 0",
        "RUNNING, 4, 1029, 1625, 11, 1625",
        "CANCELLED, 4, 1004, 1004, 4, 1600",
        "COMPLETED, 4, 1029, 1032, 7, 1625",
    })
    void suspensionsAreNotPartOfTheRunTime(String state, long before, long suspend, long end, long ran, long latest)
            throws Exception {
        Job job = job("'job_state':['" + state + "'],'nodes':'n1','start_time':1000,'time_limit':10,'end_time':" + end
                + ",'pre_sus_time':" + before + ",'suspend_time':" + suspend);

        assertThat(job.times().ranSeconds(1036)).isEqualTo(ran);
        assertThat(job.times().latestEnd()).isEqualTo(latest);
    }

    /** Without {@code AccountingStorageTRES=gres/gpu}, the allocated TRES have no GPUs. */
    @ParameterizedTest
    @CsvSource({
        "RUNNING, 'cpu=4,node=1', 2",
        "SUSPENDED, 'cpu=4,node=1', 2",
        "COMPLETED, 'cpu=4,node=1', 0",
        "RUNNING, 'cpu=4,node=1,gres/gpu=1', 1",
    })
    void holdsTheRequestedGpusWhereTheAllocationNamesNone(String state, String allocated, long gpus) throws Exception {
        Job job = job("'job_state':['" + state + "'],'nodes':'n1','tres_per_node':'gres/gpu:2','node_count':1,"
                + "'tres_alloc_str':'" + allocated + "'");

        assertThat(job.allocation().tres().gpus().total()).isEqualTo(gpus);
        assertThat(job.allocation().tres().cpus()).isEqualTo(4);
        assertThat(job.allocation().tres().nodes()).isEqualTo(1);
    }

    /** The pending tasks of the array have a record of their own. */
    @ParameterizedTest
    @CsvSource({"PENDING, '', 7", "RUNNING, n1, 1", "COMPLETED, n1, 1", "CANCELLED, '', 7"})
    void countsTheTasksOfAnArrayThatHasNotStarted(String state, String nodes, long tasks) throws Exception {
        Job job = job("'job_state':['" + state + "'],'nodes':'" + nodes + "','array_task_string':'3-9'");

        assertThat(job.array().tasks()).isEqualTo(tasks);
    }

    @ParameterizedTest
    @CsvSource({
        "Dependency, '', '', ''",
        "Dependency, Dependency, '', ''",
        "Dependency, launch failed, '', launch failed",
        "Dependency, '', from root, from root",
        "Dependency, launch failed, from root, launch failed; from root",
    })
    void keepsWhatSlurmSaysBesideTheReason(String reason, String description, String comment, String words)
            throws Exception {
        Job job = job("'job_state':['PENDING'],'state_reason':'" + reason + "','state_description':'" + description
                + "','system_comment':'" + comment + "'");

        assertThat(job.status().words()).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu,gpu", ",cpu,,gpu,", "cpu,gpu,cpu"})
    void readsThePartitionsOnce(String partitions) throws Exception {
        assertThat(job("'job_state':['PENDING'],'partition':'" + partitions + "'")
                        .partitions())
                .containsExactly("cpu", "gpu");
    }
}
