package dev.sluice.exporter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An unknown limit must not become 0. With the limit 0, the NodeSet would be drained. */
class AutoscalersTest {

    private static final ObjectName NAME = new ObjectName("slurm", "gpu");

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "'ten'", "1e99", "99999999999", "''", "null"})
    void refusesAnHpaWhoseMaximumIsNoneThatKubernetesAllows(String max) throws Exception {
        assertThat(isReadable(
                        AutoscalersTest::ofHpa,
                        "{'spec':{'minReplicas':2" + (max.isEmpty() ? "" : ",'maxReplicas':" + max) + "}}"))
                .isFalse();
    }

    @Test
    void takesKedasDefaultsWhereAScaledObjectHasNoLimits() throws Exception {
        ScaleLimit limit = Autoscalers.ofScaledObject(NAME, object("{}")).orElseThrow();
        assertThat(limit.min()).isZero();
        assertThat(limit.max()).isEqualTo(100);
        assertThat(limit.targetKind()).isEqualTo("Deployment");
        assertThat(isReadable(Autoscalers::ofScaledObject, "{'spec':{'minReplicaCount':-1}}"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "paused,           true,  False, UP DOWN",
                "paused,           false, False, ''",
                "paused,           oops,  False, UP DOWN",
                "paused-replicas,  3,     True,  UP DOWN",
                "paused-scale-in,  true,  True,  DOWN",
                "paused-scale-out, true,  True,  UP",
                "paused-scale-out, false, False, ''",
                "other,            true,  True,  UP DOWN",
            })
    void readsKedasPauses(String annotation, String value, String condition, String paused) throws Exception {
        String object = "{'metadata':{'annotations':{'autoscaling.keda.sh/%s':'%s'}},".formatted(annotation, value)
                + "'status':{'conditions':[{'type':'Paused','status':'%s'}]}}".formatted(condition);
        assertThat(paused(Autoscalers::ofScaledObject, object)).isEqualTo(paused);
    }

    @Test
    void readsTheDisabledPoliciesOfAnHpa() throws Exception {
        assertThat(paused(
                        AutoscalersTest::ofHpa,
                        "{'spec':{'maxReplicas':8,'behavior':{'scaleUp':{'selectPolicy':'Max'},"
                                + "'scaleDown':{'selectPolicy':'Disabled'}}}}"))
                .isEqualTo("DOWN");
    }

    @Test
    void readsResourceMetricsOwnersAndWhyAnHpaIsNotActive() throws Exception {
        Autoscaler hpa = Autoscalers.ofHpa(NAME, object("""
                {"metadata":{"ownerReferences":[{"kind":"ScaledObject"}]},
                "spec":{"maxReplicas":3,"scaleTargetRef":{},"metrics":[
                {"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":80}}}],
                "behavior":{"scaleUp":{"tolerance":"50m"},"scaleDown":{"tolerance":"0"}}},
                "status":{"conditions":[{"type":"ScalingActive","status":"False","reason":"FailedGetExternalMetric",
                "message":"no metrics returned"}]}}
                """)).orElseThrow();

        assertThat(hpa.metrics()).containsExactly(new Autoscaler.Metric("cpu", "Utilization"));
        assertThat(hpa.tolerance()).isEqualTo(0.05);
        assertThat(hpa.inactive()).contains("FailedGetExternalMetric: no metrics returned");
        assertThat(hpa.byKeda()).isTrue();
    }

    private static Optional<ScaleLimit> ofHpa(ObjectName name, KubeObject hpa) {
        return Autoscalers.ofHpa(name, hpa).map(Autoscaler::limit);
    }

    private static KubeObject object(String json) throws JsonProcessingException {
        return KubeObject.of(new JsonMapper().readTree(json.replace('\'', '"')));
    }

    private static boolean isReadable(KubeObject.Reader<ScaleLimit> reader, String json)
            throws JsonProcessingException {
        try {
            return reader.read(NAME, object(json)).isPresent();
        } catch (JsonTree.UnreadableValue e) {
            return false;
        }
    }

    private static String paused(KubeObject.Reader<ScaleLimit> reader, String json) throws JsonProcessingException {
        return reader.read(NAME, object(json)).orElseThrow().paused().stream()
                .sorted()
                .map(ScaleLimit.Direction::name)
                .collect(Collectors.joining(" "));
    }
}
