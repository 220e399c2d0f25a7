/** KEDA's external scaler: the same values over gRPC, for HPAs that KEDA creates. Not loaded while disabled. */
@NullMarked
package dev.sluice.adapter.keda;

import org.jspecify.annotations.NullMarked;
