/** How many nodes every scaling target should have, and why: a pure function of one observation of the cluster. */
@NullMarked
package dev.sluice.exporter.derive.scaling;

import org.jspecify.annotations.NullMarked;
