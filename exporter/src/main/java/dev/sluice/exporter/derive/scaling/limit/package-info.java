/** The limits of QOSes, associations and licenses on the jobs that may start. */
@NullMarked
package dev.sluice.exporter.derive.scaling.limit;

import org.jspecify.annotations.NullMarked;
