/**
 * Single GPUs: GPUs that jobs hold, jobs that fit on the free GPUs, and the owners of the GPUs of machines. Running
 * jobs that hold more resources of GPU nodes than they need.
 */
@NullMarked
package dev.sluice.exporter.derive.gpu;

import org.jspecify.annotations.NullMarked;
