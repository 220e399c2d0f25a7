/** Access to a Kubernetes API server: its address, credentials that are replaced while a program runs, requests, watches. */
@NullMarked
package dev.sluice.common.kubernetes;

import org.jspecify.annotations.NullMarked;
