/** Assembles the push sinks, CloudWatch and OTLP, from the configuration. */
@NullMarked
package dev.sluice.exporter.output;

import org.jspecify.annotations.NullMarked;
