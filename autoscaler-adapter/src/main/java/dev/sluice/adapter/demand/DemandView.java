package dev.sluice.adapter.demand;

/** The demand to be read by whatever serves it. Answers from memory, from any thread, and never fails. */
@FunctionalInterface
public interface DemandView {

    /** What is known at this moment, and which of it is trusted. */
    Demand now();
}
