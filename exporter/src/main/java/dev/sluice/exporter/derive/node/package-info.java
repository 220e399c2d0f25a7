/** What the ends of jobs tell about single nodes. */
@NullMarked
package dev.sluice.exporter.derive.node;

import org.jspecify.annotations.NullMarked;
