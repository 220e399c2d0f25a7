/** What tells the autoscaler how many nodes to have: Sluice's own number, or the documented trigger. */
@NullMarked
package dev.sluice.exporter.simulate.signal;

import org.jspecify.annotations.NullMarked;
