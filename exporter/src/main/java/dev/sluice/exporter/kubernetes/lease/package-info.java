/** Leader election with a Kubernetes Lease, decided only by read data and time. */
@NullMarked
package dev.sluice.exporter.kubernetes.lease;

import org.jspecify.annotations.NullMarked;
