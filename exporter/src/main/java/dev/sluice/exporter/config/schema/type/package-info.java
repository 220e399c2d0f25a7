/** What the value of a key may be: how it is read from the file, written and described. */
@NullMarked
package dev.sluice.exporter.config.schema.type;

import org.jspecify.annotations.NullMarked;
