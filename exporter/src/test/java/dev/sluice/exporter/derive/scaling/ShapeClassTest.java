package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShapeClassTest {

    @Test
    void theFirstKindThatAppliesIsUsed() {
        assertThat(ShapeClass.of(job(1).gpus("h100", 1).array(1, 2, 0).build(), 1))
                .isEqualTo(ShapeClass.GRES);
        assertThat(ShapeClass.of(job(1).array(1, 2, 0).exclusive().build(), 2)).isEqualTo(ShapeClass.ARRAY);
        assertThat(ShapeClass.of(job(1).exclusive().build(), 2)).isEqualTo(ShapeClass.WHOLE_NODES);
        assertThat(ShapeClass.of(job(1).build(), 2)).isEqualTo(ShapeClass.SEVERAL_NODES);
        assertThat(ShapeClass.of(job(1).build(), 1)).isEqualTo(ShapeClass.ONE_NODE);
    }
}
