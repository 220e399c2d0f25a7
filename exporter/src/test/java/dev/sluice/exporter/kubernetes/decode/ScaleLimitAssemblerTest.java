package dev.sluice.exporter.kubernetes.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleDirection;
import dev.sluice.exporter.model.kubernetes.ScaleLimit.Source;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An unknown limit must not become 0. With the limit 0, the NodeSet would be drained. */
class ScaleLimitAssemblerTest {

    private final ScaleLimitAssembler hpa = new ScaleLimitAssembler(Source.HPA);
    private final ObjectFields object = new ObjectFields();

    @Test
    void refusesAnHpaWithoutAMaximum() {
        object.put(KubeField.HPA_MIN, "", "2");

        assertThat(hpa.isReadable(object)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "ten", "1e99", "99999999999", ""})
    void refusesAnHpaWhoseMaximumIsNoneThatKubernetesAllows(String max) {
        object.put(KubeField.HPA_MAX, "", max);

        assertThat(hpa.isReadable(object)).isFalse();
    }

    @Test
    void forgetsTheObjectBefore() {
        object.put(KubeField.HPA_MAX, "", "ten");
        assertThat(hpa.isReadable(object)).isFalse();

        ObjectFields next = new ObjectFields();
        next.put(KubeField.HPA_MAX, "", "10");
        assertThat(hpa.isReadable(next)).isTrue();
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
    void readsKedasPauses(String annotation, String value, String condition, String paused) {
        ObjectFields status = new ObjectFields();
        status.put(KubeField.CONDITION_TYPE, "", "Paused");
        status.put(KubeField.CONDITION_STATUS, "", condition);
        object.put(KubeField.ANNOTATION, "autoscaling.keda.sh/" + annotation, value);
        object.add(KubeField.CONDITION, status);

        assertThat(paused(new ScaleLimitAssembler(Source.SCALED_OBJECT))).isEqualTo(paused);
    }

    @Test
    void readsTheDisabledPoliciesOfAnHpa() {
        object.put(KubeField.HPA_MAX, "", "8");
        object.put(KubeField.HPA_UP_POLICY, "", "Max");
        object.put(KubeField.HPA_DOWN_POLICY, "", "Disabled");

        assertThat(paused(hpa)).isEqualTo("DOWN");
    }

    private String paused(ScaleLimitAssembler assembler) {
        return assembler.record(new ObjectName("slurm", "gpu"), object).orElseThrow().paused().stream()
                .sorted()
                .map(ScaleDirection::name)
                .collect(Collectors.joining(" "));
    }

    @Test
    void takesKedasDefaultsWhereAScaledObjectHasNoLimits() {
        ScaleLimitAssembler scaledObject = new ScaleLimitAssembler(Source.SCALED_OBJECT);
        assertThat(scaledObject.isReadable(object)).isTrue();

        object.put(KubeField.KEDA_MIN, "", "-1");
        assertThat(scaledObject.isReadable(object)).isFalse();
    }
}
