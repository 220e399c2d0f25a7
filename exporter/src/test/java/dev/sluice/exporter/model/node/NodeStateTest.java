package dev.sluice.exporter.model.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The left side is the state of a node in scontrol. The right side is the state of the node in sinfo, in the words of
 * the exporter.
 */
class NodeStateTest {

    @ParameterizedTest
    @CsvSource({
        "IDLE, IDLE",
        "MIXED, MIXED",
        "ALLOCATED, ALLOCATED",
        "IDLE+CLOUD, IDLE",
        "IDLE+DYNAMIC_NORM, IDLE",
        "IDLE+PLANNED, PLANNED",
        "MIXED+PLANNED, MIXED",
        "IDLE+RESERVED, RESERVED",
        "IDLE+RESERVED+PLANNED, RESERVED",
        "IDLE+BLOCKED, RESERVED",
        "IDLE+COMPLETING, ALLOCATED",
        "MIXED+COMPLETING, MIXED",
        "ALLOCATED+COMPLETING, ALLOCATED",
        "IDLE+DRAIN, DRAINED",
        "MIXED+DRAIN, DRAINING",
        "ALLOCATED+DRAIN, DRAINING",
        "IDLE+COMPLETING+DRAIN, DRAINING",
        "IDLE+DRAIN+INVALID_REG, DRAINED",
        "IDLE+INVALID_REG, DRAINED",
        "MIXED+INVALID_REG, DRAINING",
        "DOWN+DRAIN, DRAINED",
        "MIXED+DRAIN+REBOOT_REQUESTED, DRAINING",
        "IDLE+FAIL, DRAINED",
        "ALLOCATED+FAIL, DRAINING",
        "DOWN, DOWN",
        "DOWN+NOT_RESPONDING, DOWN",
        "DOWN+CLOUD+POWERED_DOWN, DOWN",
        "DOWN+MAINTENANCE, DOWN",
        "IDLE+MAINTENANCE+RESERVED, MAINTENANCE",
        "MIXED+MAINTENANCE, MIXED",
        "IDLE+MAINTENANCE+DRAIN, DRAINED",
        "IDLE+REBOOT_REQUESTED, MAINTENANCE",
        "DOWN+REBOOT_ISSUED, MAINTENANCE",
        "DOWN+DRAIN+REBOOT_ISSUED, MAINTENANCE",
        "IDLE+DRAIN+REBOOT_REQUESTED, MAINTENANCE",
        "IDLE+CLOUD+POWERED_DOWN, POWERED_DOWN",
        "IDLE+CLOUD+POWERING_DOWN, POWERING_DOWN",
        "IDLE+CLOUD+POWER_DOWN, POWERING_DOWN",
        "MIXED+CLOUD+POWER_DOWN, MIXED",
        "IDLE+CLOUD+NOT_RESPONDING+POWERING_UP, POWERING_UP",
        "MIXED+CLOUD+NOT_RESPONDING+POWERING_UP, POWERING_UP",
        "IDLE+CLOUD+POWERED_DOWN+POWERING_UP, POWERING_UP",
        "IDLE+NOT_RESPONDING, UNKNOWN",
        "UNKNOWN+NOT_RESPONDING, UNKNOWN",
        "ALLOCATED+NOT_RESPONDING, ALLOCATED",
        "ERROR, DOWN",
        "FUTURE, FUTURE"
    })
    void isWhatSinfoWouldShow(String scontrol, NodeState expected) {
        String[] words = scontrol.split("\\+", -1);
        Set<NodeFlag> flags =
                Arrays.stream(words).skip(1).map(NodeFlag::valueOf).collect(Collectors.toSet());

        assertThat(NodeState.of(NodeBaseState.valueOf(words[0]), flags)).isEqualTo(expected);
    }
}
