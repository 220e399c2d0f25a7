/** KEDA's external scaler: the same numbers over gRPC, for those who let KEDA make their HPAs. Not loaded while off. */
@NullMarked
package dev.sluice.adapter.keda;

import org.jspecify.annotations.NullMarked;
