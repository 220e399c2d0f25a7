/** Leader election with a Kubernetes Lease. The decisions depend only on the time and the data that was read. */
@NullMarked
package dev.sluice.exporter.kubernetes.lease;

import org.jspecify.annotations.NullMarked;
