package dev.sluice.exporter.model.controller;

/**
 * One license.
 *
 * @param name its name, {@code name@server} if slurmdbd manages it
 * @param nodes nodes for which it is valid; empty for all
 * @param total number for this cluster
 * @param used number held by jobs
 * @param free number available to a job
 * @param reserved number held by reservations
 */
public record License(String name, String nodes, long total, long used, long free, long reserved) {}
