/** Versioned objects, and the HTTP API of a Kubernetes API server for them. */
@NullMarked
package dev.sluice.simulator.kubernetes.api;

import org.jspecify.annotations.NullMarked;
