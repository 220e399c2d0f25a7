/** Whether a demand can be trusted: nothing that is stale, in part or not yet whole may size a cluster. */
@NullMarked
package dev.sluice.exporter.derive.signal;

import org.jspecify.annotations.NullMarked;
