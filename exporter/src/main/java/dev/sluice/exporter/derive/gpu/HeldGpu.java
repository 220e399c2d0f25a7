package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.GpuUnit;
import dev.sluice.exporter.model.job.Job;
import java.util.Optional;

/**
 * A GPU that a job holds.
 *
 * @param joined node joined with Kubernetes; empty outside Kubernetes
 */
public record HeldGpu(Job job, String node, Optional<JoinedNode> joined, GpuUnit unit) {}
