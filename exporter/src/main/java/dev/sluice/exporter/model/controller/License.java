package dev.sluice.exporter.model.controller;

/**
 * One license.
 *
 * @param name name of the license; {@code name@server} if slurmdbd manages the license
 * @param nodes nodes for which the license is valid; empty for all nodes
 * @param total number of licenses for this cluster
 * @param used number of licenses that jobs hold
 * @param free number of licenses that are available to a job
 * @param reserved number of licenses that reservations hold
 */
public record License(String name, String nodes, long total, long used, long free, long reserved) {}
