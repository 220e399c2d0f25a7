package dev.sluice.simulator;

/** An account with its share and the limits on what all its jobs may hold together: GrpTRES and GrpJobs. */
record Account(String name, int shares, Limits group) {}
