package dev.sluice.adapter.demand;

/** Read access to the demand in memory, for any thread. */
@FunctionalInterface
public interface DemandView {

    /** Returns a snapshot of the demand, with the trust in it; never fails. */
    Demand now();
}
