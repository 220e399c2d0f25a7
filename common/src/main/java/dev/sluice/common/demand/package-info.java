/** The contract between exporter and adapter: the documents of {@code /api/v1/demand}, and the API's JSON. */
@NullMarked
package dev.sluice.common.demand;

import org.jspecify.annotations.NullMarked;
