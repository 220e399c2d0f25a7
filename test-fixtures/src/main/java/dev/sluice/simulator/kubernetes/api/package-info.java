/** Objects with versions, and the HTTP face of a Kubernetes API server over them. */
@NullMarked
package dev.sluice.simulator.kubernetes.api;

import org.jspecify.annotations.NullMarked;
