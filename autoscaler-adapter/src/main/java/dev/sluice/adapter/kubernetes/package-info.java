/** The adapter's requests to the Kubernetes API server. */
@NullMarked
package dev.sluice.adapter.kubernetes;

import org.jspecify.annotations.NullMarked;
