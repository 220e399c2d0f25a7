package dev.sluice.lab.scheduling.controller;

/**
 * A QOS with its priority and its limits.
 *
 * @param id id in slurmdbd
 * @param group limits on all jobs of the QOS together: GrpTRES and GrpJobs
 * @param perUser limits on the jobs of each user: MaxTRESPU and MaxJobsPU
 */
public record Qos(int id, String name, int priority, Limits group, Limits perUser) {}
