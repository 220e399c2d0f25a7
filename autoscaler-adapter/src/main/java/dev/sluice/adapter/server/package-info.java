/** The HTTP servers: the Kubernetes API for the API server's front proxy, and metrics with health on a separate port. */
@NullMarked
package dev.sluice.adapter.server;

import org.jspecify.annotations.NullMarked;
