package dev.sluice.lab.scheduling.controller;

/** An account: its shares, and the limits on all jobs of the account together (GrpTRES and GrpJobs). */
public record Account(String name, int shares, Limits group) {}
