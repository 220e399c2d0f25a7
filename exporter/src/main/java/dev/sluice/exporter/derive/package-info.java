/** Pure computations over the model. */
@NullMarked
package dev.sluice.exporter.derive;

import org.jspecify.annotations.NullMarked;
