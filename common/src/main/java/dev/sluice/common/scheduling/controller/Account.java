package dev.sluice.common.scheduling.controller;

/** An account with its shares and the limits of all its jobs together: GrpTRES and GrpJobs. */
public record Account(String name, int shares, Limits group) {}
