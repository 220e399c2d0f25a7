/** Authentication and authorization as in Kubernetes' own API servers, or no access control. */
@NullMarked
package dev.sluice.adapter.access;

import org.jspecify.annotations.NullMarked;
