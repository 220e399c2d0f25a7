package dev.sluice.exporter.kubernetes.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.kubernetes.ScaleLimit.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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

    @Test
    void takesKedasDefaultsWhereAScaledObjectHasNoLimits() {
        ScaleLimitAssembler scaledObject = new ScaleLimitAssembler(Source.SCALED_OBJECT);
        assertThat(scaledObject.isReadable(object)).isTrue();

        object.put(KubeField.KEDA_MIN, "", "-1");
        assertThat(scaledObject.isReadable(object)).isFalse();
    }
}
