package dev.sluice.exporter.kubernetes.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.kubernetes.ScaleLimit.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An unknown limit must not become 0. With the limit 0, the NodeSet would be drained. */
class ScaleLimitAssemblerTest {

    @Test
    void refusesAnHpaWithoutAMaximum() {
        ScaleLimitAssembler hpa = new ScaleLimitAssembler(Source.HPA);
        hpa.begin();
        hpa.value(KubeField.HPA_MIN, "", "2");

        assertThat(hpa.isReadable()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "ten", "1e99", "99999999999", ""})
    void refusesAnHpaWhoseMaximumIsNoneThatKubernetesAllows(String max) {
        ScaleLimitAssembler hpa = new ScaleLimitAssembler(Source.HPA);
        hpa.begin();
        hpa.value(KubeField.HPA_MAX, "", max);

        assertThat(hpa.isReadable()).isFalse();
    }

    @Test
    void forgetsTheObjectBefore() {
        ScaleLimitAssembler hpa = new ScaleLimitAssembler(Source.HPA);
        hpa.begin();
        hpa.value(KubeField.HPA_MAX, "", "ten");
        hpa.begin();
        hpa.value(KubeField.HPA_MAX, "", "10");

        assertThat(hpa.isReadable()).isTrue();
    }

    @Test
    void takesKedasDefaultsWhereAScaledObjectHasNoLimits() {
        ScaleLimitAssembler scaledObject = new ScaleLimitAssembler(Source.SCALED_OBJECT);
        scaledObject.begin();
        assertThat(scaledObject.isReadable()).isTrue();

        scaledObject.value(KubeField.KEDA_MIN, "", "-1");
        assertThat(scaledObject.isReadable()).isFalse();
    }
}
