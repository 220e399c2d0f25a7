/** Authentication and authorization like Kubernetes' own API servers, or none. */
@NullMarked
package dev.sluice.adapter.access;

import org.jspecify.annotations.NullMarked;
