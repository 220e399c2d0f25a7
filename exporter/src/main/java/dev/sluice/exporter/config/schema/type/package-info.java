/** Types of values. A type reads, writes and describes the value of a key. */
@NullMarked
package dev.sluice.exporter.config.schema.type;

import org.jspecify.annotations.NullMarked;
