package dev.sluice.exporter.kubernetes.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleDirection;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An unknown limit must not become 0. With the limit 0, the NodeSet would be drained. */
class ScaleLimitsTest {

    private static final ObjectName NAME = new ObjectName("slurm", "gpu");

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "'ten'", "1e99", "99999999999", "''", "null"})
    void refusesAnHpaWhoseMaximumIsNoneThatKubernetesAllows(String max) throws Exception {
        assertThat(isReadable(
                        ScaleLimits::ofHpa,
                        "{'spec':{'minReplicas':2" + (max.isEmpty() ? "" : ",'maxReplicas':" + max) + "}}"))
                .isFalse();
    }

    @Test
    void takesKedasDefaultsWhereAScaledObjectHasNoLimits() throws Exception {
        ScaleLimit limit = ScaleLimits.ofScaledObject(NAME, object("{}")).orElseThrow();
        assertThat(limit.min()).isZero();
        assertThat(limit.max()).isEqualTo(100);
        assertThat(limit.targetKind()).isEqualTo("Deployment");
        assertThat(isReadable(ScaleLimits::ofScaledObject, "{'spec':{'minReplicaCount':-1}}"))
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
        assertThat(paused(ScaleLimits::ofScaledObject, object)).isEqualTo(paused);
    }

    @Test
    void readsTheDisabledPoliciesOfAnHpa() throws Exception {
        assertThat(paused(
                        ScaleLimits::ofHpa,
                        "{'spec':{'maxReplicas':8,'behavior':{'scaleUp':{'selectPolicy':'Max'},"
                                + "'scaleDown':{'selectPolicy':'Disabled'}}}}"))
                .isEqualTo("DOWN");
    }

    private static KubeObject object(String json) throws JsonProcessingException {
        return KubeObject.of(new JsonMapper().readTree(json.replace('\'', '"')));
    }

    private static boolean isReadable(ObjectReader<ScaleLimit> reader, String json) throws JsonProcessingException {
        KubeObject object = object(json);
        reader.read(NAME, object);
        return object.isReadable();
    }

    private static String paused(ObjectReader<ScaleLimit> reader, String json) throws JsonProcessingException {
        return reader.read(NAME, object(json)).orElseThrow().paused().stream()
                .sorted()
                .map(ScaleDirection::name)
                .collect(Collectors.joining(" "));
    }
}
