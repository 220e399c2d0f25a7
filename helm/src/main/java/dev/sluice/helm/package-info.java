/** Packages and pushes the Helm chart. The tests cover the chart, and the tarball for machines without Kubernetes. */
@NullMarked
package dev.sluice.helm;

import org.jspecify.annotations.NullMarked;
