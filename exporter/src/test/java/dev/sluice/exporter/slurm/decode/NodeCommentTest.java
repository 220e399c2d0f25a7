package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.node.Node.NodeOrigin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeCommentTest {

    @Test
    void namesNamespacePodMachineAndNodeSet() throws Exception {
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
    void ofSomebodyElseNamesNothing(String comment) throws Exception {
        assertThat(origin(comment)).isSameAs(NodeOrigin.UNKNOWN);
    }

    static NodeOrigin origin(String comment) throws Exception {
        ObjectNode node = Trees.object("{\"name\":\"n1\",\"state\":\"IDLE\"}").put("comment", comment);
        return Answers.NODES.read(new JsonTree(node)).orElseThrow().origin();
    }
}
