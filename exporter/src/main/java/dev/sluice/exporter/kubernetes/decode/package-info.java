/** Decodes Kubernetes objects into records of the model while the JSON arrives. */
@NullMarked
package dev.sluice.exporter.kubernetes.decode;

import org.jspecify.annotations.NullMarked;
