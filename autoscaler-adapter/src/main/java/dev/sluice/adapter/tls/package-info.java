/** The certificate with which the Kubernetes API is served: read from files, or made here. */
@NullMarked
package dev.sluice.adapter.tls;

import org.jspecify.annotations.NullMarked;
