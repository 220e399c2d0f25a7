package dev.sluice.simulator;

import java.util.OptionalInt;

/** An account with its share and the limits on what all its jobs may hold together. */
public record Account(String name, int shares, OptionalInt groupCpus, OptionalInt groupGpus) {}
