package dev.sluice.exporter.model.controller;

/**
 * One licence.
 *
 * @param name its name, {@code name@server} where slurmdbd manages it
 * @param nodes the nodes that it is for; empty where for all
 * @param total how many there are for this cluster
 * @param used how many jobs hold
 * @param free how many a job could have
 * @param reserved how many reservations hold
 */
public record License(String name, String nodes, long total, long used, long free, long reserved) {}
