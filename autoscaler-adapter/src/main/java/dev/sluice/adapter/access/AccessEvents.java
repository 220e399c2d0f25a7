package dev.sluice.adapter.access;

/** What happens on the way to decisions, for metrics. */
public interface AccessEvents {

    /**
     * The cluster's ConfigMap was read, or could not be.
     *
     * @param known whether it was read and makes sense
     */
    void trustKnown(boolean known);

    /**
     * The API server did not say whose token it is, or who may have what.
     *
     * @param why in one line
     */
    void reviewFailed(String why);
}
