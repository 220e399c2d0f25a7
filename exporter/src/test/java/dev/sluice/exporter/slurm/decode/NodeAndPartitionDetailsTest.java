package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.Node.NodeOrigin;
import dev.sluice.exporter.model.node.NodeLayout;
import dev.sluice.exporter.truth.tool.SinfoState;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests members of nodes and partitions that no captured record has. */
class NodeAndPartitionDetailsTest {

    private static Node node(String members) throws Exception {
        String body = "{'nodes':[{'name':'n1','state':['IDLE']," + members + "}]}";
        return Answers.nodeRecords(body.replace('\'', '"').getBytes(UTF_8)).get(0);
    }

    private static Partition partition(String members) throws Exception {
        String body = "{'partitions':[{'name':'cpu'," + members + "}]}";
        return Answers.partitionRecords(body.replace('\'', '"').getBytes(UTF_8)).get(0);
    }

    /** {@code CoreSpecCount} lowers {@code effective_cpus}; a node that has not registered has none. */
    @ParameterizedTest
    @CsvSource({"28, 28", "0, 32"})
    void jobsCanUseTheEffectiveCpus(long effective, long usable) throws Exception {
        assertThat(node("'cpus':32,'effective_cpus':" + effective).usable().cpus())
                .isEqualTo(usable);
    }

    @Test
    void readsTheLayoutAndTheGres() throws Exception {
        Node node = node("'boards':1,'sockets':2,'cores':8,'threads':2,'cpus':32,'gres':'gpu:h100:8,fpga:2'");

        assertThat(node.layout()).isEqualTo(new NodeLayout(1, 2, 8, 2, 32));
        assertThat(node.usable().gpus().total()).isEqualTo(8);
        assertThat(node.usable().gres()).isEqualTo(GresCounts.of("fpga", 2));
    }

    /** A file of gres.conf can give the GPUs different shares. */
    @Test
    void readsTheSharesOfEachGpu() throws Exception {
        Node node = node(
                "'gres':'gpu:l40s:4,shard:l40s:16','gres_used':" + "'gpu:l40s:1(IDX:0),shard:l40s:2(-/8,2/8,0/0,0/0)'");

        assertThat(node.usable().gres().byName()).isEqualTo(Map.of("shard", 16L, "shard#000", 8L, "shard#001", 8L));
        assertThat(node.allocated().gres().byName()).isEqualTo(Map.of("shard", 10L, "shard#000", 2L, "shard#001", 8L));
    }

    /** slurmctld can keep the time of a reason without a text. */
    @Test
    void readsTheReason() throws Exception {
        Node drained = node("'reason':'bad fan','reason_set_by_user':'root','reason_changed_at':1700000000");
        Node timed = node("'reason':'','reason_set_by_user':'root','reason_changed_at':1700000000");

        assertThat(drained.reason()).isEqualTo(new Node.Reason("bad fan", "root", 1_700_000_000));
        assertThat(timed.reason()).isEqualTo(new Node.Reason("", "", 1_700_000_000));
        assertThat(node("'reason':'','reason_set_by_user':'root'").reason()).isEqualTo(Node.Reason.NONE);
    }

    /** {@code OverSubscribe=EXCLUSIVE}, {@code ExclusiveTopo=YES} and {@code ExclusiveUser=YES}. */
    @ParameterizedTest
    @CsvSource({"NODE, true, false", "TOPO, true, false", "USER, false, true", "NO, false, false"})
    void givesWholeNodesByItsWord(String exclusive, boolean whole, boolean user) throws Exception {
        Partition partition = partition("'partition':{'state':['UP'],'exclusive':['" + exclusive + "']}");

        assertThat(partition.wholeNodes()).isEqualTo(whole);
        assertThat(partition.userNodes()).isEqualTo(user);
    }

    /** {@code OverSubscribe=FORCE:4} lets four jobs share a CPU; with {@code YES:4}, only if the jobs agree. */
    @ParameterizedTest
    @CsvSource({"FORCE:4, 4", "FORCE:1, 1", "FORCE:99999, 99999", "FORCE:0, 1", "FORCE:, 1", "YES:4, 1", "NO, 1"})
    void sharesCpusByItsWord(String oversubscribe, long jobs) throws Exception {
        assertThat(partition("'partition':{'state':['UP'],'oversubscribe':'" + oversubscribe + "'}")
                        .jobsPerCpu())
                .isEqualTo(jobs);
    }

    /** Until v0.0.44, {@code EXCLUSIVE} is a limit of 0 jobs. */
    @ParameterizedTest
    @CsvSource({"0, '', true, 1", "4, force, false, 4", "4, '', false, 1", "1, '', false, 1", "0, force, true, 1"})
    void sharesNodesAndCpusByTheNumberOfJobs(long limit, String flag, boolean whole, long jobs) throws Exception {
        Partition partition = partition("'maximums':{'oversubscribe':{'jobs':" + limit + ",'flags':['" + flag + "']}}");

        assertThat(partition.wholeNodes()).isEqualTo(whole);
        assertThat(partition.jobsPerCpu()).isEqualTo(jobs);
    }

    @Test
    void sharesNodesWhereTheRecordSaysNothing() throws Exception {
        assertThat(partition("'maximums':{}").wholeNodes()).isFalse();
        assertThat(partition("'maximums':{}").jobsPerCpu()).isEqualTo(1);
    }

    /** {@code MaxTime} in minutes; an unlimited time has no number. */
    @Test
    void readsTheTimeLimit() throws Exception {
        Partition limited = partition("'maximums':{'time':{'set':true,'infinite':false,'number':90}}");
        Partition unlimited = partition("'maximums':{'time':{'set':false,'infinite':true,'number':0}}");

        assertThat(limited.maxSeconds()).isEqualTo(OptionalLong.of(5_400));
        assertThat(unlimited.maxSeconds()).isEmpty();
    }

    @Test
    void readsTheOriginFromTheComment() throws Exception {
        String comment = "{\"namespace\":\"slurm\",\"podName\":\"slurm-worker-gpu-0\",\"node\":\"kube-1\","
                + "\"nodeSetName\":\"slurm-worker-gpu\",\"nodeSetUID\":\"7e1c\"}";

        assertThat(origin(comment))
                .isEqualTo(new NodeOrigin("slurm", "slurm-worker-gpu-0", "kube-1", "slurm-worker-gpu"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rack 4, ask {ops}",
                "{\"owner\":\"ops\"}",
                "{\"namespace\":\"slurm\"}",
                "{\"namespace\":7,\"podName\":\"gpu-0\"}"
            })
    void aCommentOfSomebodyElseNamesNoOrigin(String comment) throws Exception {
        assertThat(origin(comment)).isSameAs(NodeOrigin.UNKNOWN);
    }

    static NodeOrigin origin(String comment) throws Exception {
        ObjectNode node = Trees.object("{\"name\":\"n1\",\"state\":\"IDLE\"}").put("comment", comment);
        return Answers.NODES.read(new JsonTree(node)).orElseThrow().origin();
    }

    /** Every combination of flags that was produced on a real cluster. */
    @ParameterizedTest
    @CsvFileSource(resources = "/slurm/node-states.txt", delimiter = ' ')
    void showsWhatSinfoShows(String flags, String shown) throws Exception {
        byte[] body =
                ("{\"nodes\":[{\"name\":\"n1\",\"state\":[\"" + flags.replace("+", "\",\"") + "\"]}]}").getBytes(UTF_8);
        // When a job ends, sinfo shows the same word for a node that becomes idle and for a node with other running
        // jobs.
        String expected =
                shown.startsWith("completing") && !flags.startsWith("MIXED") ? "allocated" : SinfoState.of(shown);

        assertThat(Answers.nodes(body).records().get(0).state().label()).isEqualTo(expected);
    }
}
