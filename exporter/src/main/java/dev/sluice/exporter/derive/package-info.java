/** Pure computations over the model: counts of jobs, nodes and job events, bad nodes, fair share and the use of limits. */
@NullMarked
package dev.sluice.exporter.derive;

import org.jspecify.annotations.NullMarked;
