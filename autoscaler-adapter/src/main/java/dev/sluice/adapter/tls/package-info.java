/** The certificate of the Kubernetes API: read from files, or made by the adapter. */
@NullMarked
package dev.sluice.adapter.tls;

import org.jspecify.annotations.NullMarked;
