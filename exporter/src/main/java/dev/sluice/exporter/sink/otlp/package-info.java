/** Pushes what is published to any OTLP receiver. Nothing of it is loaded while OTLP is off. */
@NullMarked
package dev.sluice.exporter.sink.otlp;

import org.jspecify.annotations.NullMarked;
