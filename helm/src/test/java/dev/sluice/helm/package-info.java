/** Tests of the Helm chart, and of what is packaged for machines without Kubernetes. */
@NullMarked
package dev.sluice.helm;

import org.jspecify.annotations.NullMarked;
