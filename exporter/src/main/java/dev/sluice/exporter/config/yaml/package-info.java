/** Reads YAML text into a small tree with line and column of each value. Independent of Sluice's keys. */
@NullMarked
package dev.sluice.exporter.config.yaml;

import org.jspecify.annotations.NullMarked;
