/** Tests of KEDA's external scaler, through the gRPC and protocol buffers of others. */
@NullMarked
package dev.sluice.adapter.keda;

import org.jspecify.annotations.NullMarked;
