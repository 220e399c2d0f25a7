/** Assembles the sinks that push, CloudWatch and OTLP, from the configuration. */
@NullMarked
package dev.sluice.exporter.output;

import org.jspecify.annotations.NullMarked;
