/** How a metric family is declared together with what emits it, and how its samples are visited. */
@NullMarked
package dev.sluice.exporter.metrics.family;

import org.jspecify.annotations.NullMarked;
