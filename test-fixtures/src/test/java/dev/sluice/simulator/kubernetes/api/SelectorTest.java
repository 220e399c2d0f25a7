package dev.sluice.simulator.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectorTest {
    private static final JsonNode POD = Trees.object(
            "metadata",
            Trees.object("name", "pod-1", "namespace", "slurm")
                    .set("labels", Trees.object("app.kubernetes.io/name", "slurmd", "tier", "gpu")));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "app.kubernetes.io/name=slurmd | true",
                "app.kubernetes.io/name==slurmd,tier=gpu | true",
                "app.kubernetes.io/name=slurmd,tier=cpu | false",
                "tier!=cpu | true",
                "tier!=gpu | false",
                "zone!=a | true",
                "tier | true",
                "zone | false",
                "!zone | true",
                "!tier | false",
                "tier in (cpu, gpu) | true",
                "tier in (cpu),app.kubernetes.io/name=slurmd | false",
                "tier notin (cpu,none) | true",
                "zone notin (a) | true",
                "zone in (a) | false"
            })
    void selectsByLabel(String labels, boolean selected) throws Exception {
        assertThat(Selector.of(labels, "", "slurm").selects(POD)).isEqualTo(selected);
    }

    @ParameterizedTest
    @CsvSource({
        "metadata.name=pod-1, true",
        "metadata.name!=pod-1, false",
        "metadata.namespace=slurm, true",
        "metadata.name=pod-2, false"
    })
    void selectsByField(String fields, boolean selected) throws Exception {
        assertThat(Selector.of("", fields, "").selects(POD)).isEqualTo(selected);
    }

    @Test
    void refusesWhatItDoesNotUnderstand() {
        assertThatThrownBy(() -> Selector.of("a==b==c", "", ""))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("a==b==c");
        assertThatThrownBy(() -> Selector.of("", "spec.nosuch=1", ""))
                .isInstanceOf(Refusal.class)
                .hasMessage("field label not supported: spec.nosuch");
    }
}
