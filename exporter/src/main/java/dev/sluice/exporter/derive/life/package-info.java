/** What happened to jobs, from the differences between one observation of the queue and the next. */
@NullMarked
package dev.sluice.exporter.derive.life;

import org.jspecify.annotations.NullMarked;
