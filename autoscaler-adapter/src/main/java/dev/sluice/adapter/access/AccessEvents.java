package dev.sluice.adapter.access;

/** Receives authentication and authorization events, for metrics. */
public interface AccessEvents {

    /**
     * Reports a read of the cluster's ConfigMap, or its failure.
     *
     * @param known true if the ConfigMap was read and is valid
     */
    void trustKnown(boolean known);

    /**
     * Reports that the API server did not review a token or an access.
     *
     * @param why reason, on one line
     */
    void reviewFailed(String why);
}
