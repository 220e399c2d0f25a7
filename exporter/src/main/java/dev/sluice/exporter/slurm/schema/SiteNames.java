package dev.sluice.exporter.slurm.schema;

import dev.sluice.exporter.model.node.NodeReason;
import java.util.List;

/**
 * The names in Slurm's records that each site chooses.
 *
 * @param reasons reasons of nodes, before the reasons that Sluice knows
 */
public record SiteNames(List<NodeReason.Rule> reasons) {

    public static final SiteNames NONE = new SiteNames(List.of());

    public SiteNames {
        reasons = List.copyOf(reasons);
    }

    /** Returns the meaning of a node's reason. */
    public NodeReason reason(String text, String user) {
        return NodeReason.of(text, user, reasons);
    }
}
