/** Who of several holds a Lease of Kubernetes, decided by what was read and by time alone. */
@NullMarked
package dev.sluice.exporter.kubernetes.lease;

import org.jspecify.annotations.NullMarked;
