/** A NodeSet as a target of autoscaling: its nodes and what one of them offers. */
@NullMarked
package dev.sluice.exporter.derive.scaling.pool;

import org.jspecify.annotations.NullMarked;
