/** Pushes the Helm chart. The tests are those of the chart, and of the tarball for machines without Kubernetes. */
@NullMarked
package dev.sluice.helm;

import org.jspecify.annotations.NullMarked;
