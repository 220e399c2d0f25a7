/**
 * KEDA's external scaler: serves the values of the Kubernetes API over gRPC, for HPAs that KEDA creates. The JVM does
 * not load these classes while KEDA is disabled.
 */
@NullMarked
package dev.sluice.adapter.keda;

import org.jspecify.annotations.NullMarked;
