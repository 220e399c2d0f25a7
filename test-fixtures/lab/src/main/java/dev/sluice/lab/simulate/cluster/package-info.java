/** A simulated cluster in the exporter's model: slurmctld, NodeSets or power saving, and the autoscalers. */
@NullMarked
package dev.sluice.lab.simulate.cluster;

import org.jspecify.annotations.NullMarked;
