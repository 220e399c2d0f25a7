/** Tests of KEDA's external scaler with third-party gRPC and protocol buffers libraries. */
@NullMarked
package dev.sluice.adapter.keda;

import org.jspecify.annotations.NullMarked;
