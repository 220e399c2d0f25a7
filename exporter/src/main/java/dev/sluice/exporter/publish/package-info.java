/** What is made of the answers of one cluster, and given to the sinks: joins, sums, histories and limits. */
@NullMarked
package dev.sluice.exporter.publish;

import org.jspecify.annotations.NullMarked;
