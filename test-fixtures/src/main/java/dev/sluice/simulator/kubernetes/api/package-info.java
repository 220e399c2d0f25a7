/** Versioned objects, and the HTTP API of a Kubernetes API server for these objects. */
@NullMarked
package dev.sluice.simulator.kubernetes.api;

import org.jspecify.annotations.NullMarked;
