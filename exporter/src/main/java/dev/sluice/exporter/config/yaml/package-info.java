/** YAML text as a small tree in which everything knows its line and column. Knows nothing of our keys. */
@NullMarked
package dev.sluice.exporter.config.yaml;

import org.jspecify.annotations.NullMarked;
