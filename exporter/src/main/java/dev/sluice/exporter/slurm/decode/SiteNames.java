package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.node.NodeReason;
import java.util.List;

/**
 * The names in Slurm's records that each site chooses.
 *
 * @param reasons reasons of nodes, before the reasons that Sluice knows
 * @param accelerators generic resources that count as GPUs
 */
public record SiteNames(List<NodeReason.Rule> reasons, Accelerators accelerators) {

    public static final SiteNames NONE = new SiteNames(List.of(), Accelerators.GPUS);

    public SiteNames {
        reasons = List.copyOf(reasons);
    }

    /** Returns the meaning of a node's reason. */
    public NodeReason reason(String text, String user) {
        return NodeReason.of(text, user, reasons);
    }
}
