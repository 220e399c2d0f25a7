/** Who may ask what: authentication and authorization as Kubernetes' own API servers do them, or none at all. */
@NullMarked
package dev.sluice.adapter.access;

import org.jspecify.annotations.NullMarked;
