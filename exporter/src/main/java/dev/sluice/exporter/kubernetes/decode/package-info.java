/** Objects of Kubernetes as records of the model, read from JSON as its bytes arrive. */
@NullMarked
package dev.sluice.exporter.kubernetes.decode;

import org.jspecify.annotations.NullMarked;
