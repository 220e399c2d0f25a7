/** The configuration file as a tree of records. */
@NullMarked
package dev.sluice.exporter.config;

import org.jspecify.annotations.NullMarked;
