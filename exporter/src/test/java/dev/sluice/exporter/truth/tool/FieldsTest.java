package dev.sluice.exporter.truth.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FieldsTest {

    @Test
    void valuesOfARecordMayHaveSpaces() {
        assertThat(Fields.record(
                        "NodeName=cpu7 OS=Linux 6.12 #1  Gres=(null) Reason=bad DIMM slot [root@2026-11-20T09:07:21]"))
                .containsEntry("NodeName", "cpu7")
                .containsEntry("OS", "Linux 6.12 #1")
                .containsEntry("Gres", "")
                .containsEntry("Reason", "bad DIMM slot [root@2026-11-20T09:07:21]");
    }

    @Test
    void memoryWithoutAUnitIsInMebibytes() {
        assertThat(Fields.tres("cpu=4,mem=62.50G,gres/gpu:h100=2"))
                .isEqualTo(Map.of("cpu", 4L, "mem", 67_108_864_000L, "gres/gpu:h100", 2L));
        assertThat(Fields.amount("mem", "64000")).isEqualTo(67_108_864_000L);
    }

    @Test
    void hostlistsAreExpanded() {
        assertThat(Fields.hosts("big01,cpu[001-003,007],slinky-[0-1]"))
                .isEqualTo(List.of("big01", "cpu001", "cpu002", "cpu003", "cpu007", "slinky-0", "slinky-1"));
    }

    @Test
    void timesMayHaveDays() {
        assertThat(Fields.seconds("14-00:00:00")).isEqualTo(14 * 86_400);
        assertThat(Fields.seconds("02:00:30")).isEqualTo(7_230);
    }
}
