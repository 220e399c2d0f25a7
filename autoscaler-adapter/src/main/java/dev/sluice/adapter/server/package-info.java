/** The HTTP servers: the Kubernetes API, and metrics with health on a separate port. */
@NullMarked
package dev.sluice.adapter.server;

import org.jspecify.annotations.NullMarked;
