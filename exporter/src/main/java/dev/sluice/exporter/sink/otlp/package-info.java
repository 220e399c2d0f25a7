/** Pushes metrics to any OTLP receiver. Not loaded while OTLP is off. */
@NullMarked
package dev.sluice.exporter.sink.otlp;

import org.jspecify.annotations.NullMarked;
