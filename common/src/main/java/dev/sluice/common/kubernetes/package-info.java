/** Access to a Kubernetes API server: address, and credentials that change while a program runs. */
@NullMarked
package dev.sluice.common.kubernetes;

import org.jspecify.annotations.NullMarked;
