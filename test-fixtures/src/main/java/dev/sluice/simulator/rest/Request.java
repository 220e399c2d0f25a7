package dev.sluice.simulator.rest;

import java.util.Optional;

/**
 * The parts of an HTTP request that the simulator uses. The token is from the header X-SLURM-USER-TOKEN or
 * Authorization: Bearer.
 */
public record Request(String method, String path, Query query, Optional<String> token) {}
