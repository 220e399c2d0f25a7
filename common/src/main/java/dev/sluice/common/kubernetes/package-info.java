/** Access to a Kubernetes API server: address, credentials that change while a program runs, requests, watches. */
@NullMarked
package dev.sluice.common.kubernetes;

import org.jspecify.annotations.NullMarked;
