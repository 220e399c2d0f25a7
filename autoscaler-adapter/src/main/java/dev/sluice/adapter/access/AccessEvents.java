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
     * The API server did not review a token or an access.
     *
     * @param why in one line
     */
    void reviewFailed(String why);
}
