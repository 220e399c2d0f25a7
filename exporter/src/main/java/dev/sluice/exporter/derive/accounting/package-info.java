/** Fair-share and the use of limits, by association and QOS. */
@NullMarked
package dev.sluice.exporter.derive.accounting;

import org.jspecify.annotations.NullMarked;
