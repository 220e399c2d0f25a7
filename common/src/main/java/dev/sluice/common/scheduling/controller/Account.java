package dev.sluice.common.scheduling.controller;

/** An account with its share and the limits on what all its jobs may hold together: GrpTRES and GrpJobs. */
public record Account(String name, int shares, Limits group) {}
