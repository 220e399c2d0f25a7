/** Single GPUs: GPUs that jobs hold, jobs that fit on the free GPUs, and the owners of the GPUs of machines. */
@NullMarked
package dev.sluice.exporter.derive.gpu;

import org.jspecify.annotations.NullMarked;
