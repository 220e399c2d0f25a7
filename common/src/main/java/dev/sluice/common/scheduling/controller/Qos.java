package dev.sluice.common.scheduling.controller;

/**
 * A quality of service: its weight in the priority, its limits, and whether others may preempt it.
 *
 * @param id as slurmdbd numbers them
 * @param group for all its jobs together: GrpTRES and GrpJobs
 * @param perUser for the jobs of each user: MaxTRESPU and MaxJobsPU
 */
public record Qos(
        int id, String name, int priority, boolean preemptable, boolean preempts, Limits group, Limits perUser) {}
