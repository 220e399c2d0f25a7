/** The Kubernetes API as documents: discovery, values, Status errors. Requests in, answers out; no network. */
@NullMarked
package dev.sluice.adapter.api;

import org.jspecify.annotations.NullMarked;
