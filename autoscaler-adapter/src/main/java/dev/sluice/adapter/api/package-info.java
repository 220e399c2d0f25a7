/** The Kubernetes API as documents: discovery, values, Status errors. Maps requests to responses without a network. */
@NullMarked
package dev.sluice.adapter.api;

import org.jspecify.annotations.NullMarked;
