package dev.sluice.adapter.demand;

/** Read access to the demand in memory, for any thread. */
@FunctionalInterface
public interface DemandView {

    /** Returns a snapshot of the demand, with the reasons for distrust. Never fails. */
    Demand now();
}
