/** Pushes metrics to any OTLP receiver. Java does not load these classes while OTLP is off. */
@NullMarked
package dev.sluice.exporter.sink.otlp;

import org.jspecify.annotations.NullMarked;
