/** Single GPUs: which job holds which, and which jobs could have the free ones. */
@NullMarked
package dev.sluice.exporter.derive.gpu;

import org.jspecify.annotations.NullMarked;
