package dev.sluice.lab.scheduling;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Powers idle cloud nodes down and completes their boots, as Slurm's power saving does. Times are seconds.
 *
 * @param suspendTime idle time before a node is powered down
 * @param suspendTimeout duration of powering down
 * @param nodes nodes of {@code State=CLOUD} that are not in SuspendExcNodes
 * @param resume time that a node needs to boot; the time is shorter than ResumeTimeout
 */
public record PowerSaving(
        Controller controller,
        long suspendTime,
        long suspendTimeout,
        List<SimulatedNode> nodes,
        ToLongFunction<SimulatedNode> resume) {

    public void step() {
        nodes.forEach(this::step);
        controller.running().stream()
                .filter(SimulatedJob::isConfiguring)
                .filter(job -> job.allocations().stream()
                        .noneMatch(a -> controller.node(a.node().name()).has(NodeFlag.POWERING_UP)))
                .forEach(controller::booted);
    }

    private void step(SimulatedNode node) {
        long now = controller.now();
        if (node.has(NodeFlag.POWERING_UP)) {
            if (now >= node.powerChangeAt() + resume.applyAsLong(node)) {
                node.booted(now);
                controller.nodesChanged();
            }
        } else if (node.has(NodeFlag.POWERING_DOWN)) {
            if (now >= node.powerChangeAt() + suspendTimeout) {
                node.poweredDown();
                controller.nodesChanged();
            }
        } else if (!node.has(NodeFlag.POWERED_DOWN) && node.isIdle() && now >= node.lastBusyAt() + suspendTime) {
            node.powerDown(now);
            controller.nodesChanged();
        }
    }
}
