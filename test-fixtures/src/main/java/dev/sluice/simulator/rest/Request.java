package dev.sluice.simulator.rest;

import java.util.Optional;

/** The used parts of an HTTP request; the token comes from X-SLURM-USER-TOKEN or Authorization: Bearer. */
public record Request(String method, String path, Query query, Optional<String> token) {}
