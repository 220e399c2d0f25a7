package dev.sluice.simulator;

import java.util.Optional;

/** What one node must have free for a job; memory in MiB. */
record Need(int cpus, long memory, int gpus, Optional<String> gpuType, int shards) {}
