/** Pure computations over the model: counts of jobs, nodes and job events, and bad nodes. */
@NullMarked
package dev.sluice.exporter.derive;

import org.jspecify.annotations.NullMarked;
