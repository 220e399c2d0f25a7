/** Access rules and certificates of Sluice's servers. */
@NullMarked
package dev.sluice.exporter.access;

import org.jspecify.annotations.NullMarked;
