package dev.sluice.exporter.derive.usage;

/** Keeps the usage of one cluster for the next start. */
public interface UsageStore {

    /** Keeps nothing: counting starts at 0 at each start. */
    UsageStore NOWHERE = new UsageStore() {};

    /** Returns the state of the last run of the exporter; {@link UsageState#NONE} without a usable state. */
    default UsageState restored() {
        return UsageState.NONE;
    }

    /** Returns true if {@link #save} keeps states. */
    default boolean keeps() {
        return false;
    }

    /** Keeps a state. Does not wait until the state is written. */
    default void save(UsageState state) {}

    /**
     * The state from which the counting continues after a restart.
     *
     * @param jobs usage by jobs
     * @param nodes GPUs of the nodes
     */
    public record UsageState(JobUsage.State jobs, NodeUsage.State nodes) {

        /** The state before the first response. */
        public static final UsageState NONE = new UsageState(JobUsage.State.NONE, NodeUsage.State.NONE);
    }
}
