/** Maps Kubernetes objects to records of the model. */
@NullMarked
package dev.sluice.exporter.kubernetes.decode;

import org.jspecify.annotations.NullMarked;
