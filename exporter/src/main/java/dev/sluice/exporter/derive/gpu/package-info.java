/** Single GPUs: GPUs that jobs hold, and jobs that fit on the free GPUs. */
@NullMarked
package dev.sluice.exporter.derive.gpu;

import org.jspecify.annotations.NullMarked;
