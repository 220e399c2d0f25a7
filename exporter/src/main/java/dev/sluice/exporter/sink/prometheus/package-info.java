/** Serves publications on /metrics. */
@NullMarked
package dev.sluice.exporter.sink.prometheus;

import org.jspecify.annotations.NullMarked;
