/** Single GPUs: which job holds which. */
@NullMarked
package dev.sluice.exporter.derive.gpu;

import org.jspecify.annotations.NullMarked;
