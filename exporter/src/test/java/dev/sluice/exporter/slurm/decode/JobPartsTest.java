package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.slurm.records.PassingText;
import org.junit.jupiter.api.Test;

class JobPartsTest {

    private static final long GIBIBYTE = 1L << 30;

    private final JobParts parts = new JobParts();

    private Tres tres(String text) {
        PassingText passing = new PassingText();
        passing.set(text.toCharArray(), 0, text.length());
        return parts.tres(passing);
    }

    @Test
    void readsTresStringsInSlurmsOrderAndInAnyOther() {
        Tres expected = new Tres(4, 8 * GIBIBYTE, 3, GpuCounts.of("h100", 2));

        assertThat(tres("cpu=4,mem=8G,node=3,billing=4,gres/gpu=2,gres/gpu:h100=2"))
                .isEqualTo(expected);
        assertThat(tres("cpu=4,gres/gpu=2,gres/gpu:h100=2,mem=8G,node=3")).isEqualTo(expected);
        assertThat(tres("gres/gpu=2,gres/gpu:h100=2,cpu=4,mem=8G,node=3")).isEqualTo(expected);
        assertThat(tres("cpu=4,mem=8G,node=3")).isEqualTo(new Tres(4, 8 * GIBIBYTE, 3, GpuCounts.NONE));
        assertThat(tres("")).isEqualTo(Tres.NONE);
    }

    @Test
    void sharesGpusOfStringsThatDifferInMemory() {
        GpuCounts first = tres("cpu=4,mem=8G,node=1,gres/gpu:h100=2").gpus();

        assertThat(tres("cpu=2,mem=9G,node=1,gres/gpu:h100=2").gpus()).isSameAs(first);
        assertThat(parts.size()).isEqualTo(1);
    }
}
