/** The few requests that the adapter sends to the Kubernetes API server, and the way there. */
@NullMarked
package dev.sluice.adapter.kubernetes;

import org.jspecify.annotations.NullMarked;
