/** Types of values: they read, write and describe the value of a key. */
@NullMarked
package dev.sluice.exporter.config.schema.type;

import org.jspecify.annotations.NullMarked;
