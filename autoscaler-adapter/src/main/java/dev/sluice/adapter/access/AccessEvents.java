package dev.sluice.adapter.access;

/** Receives authentication and authorization events, for metrics. */
public interface AccessEvents {

    /**
     * Reports that the cluster's ConfigMap was read, or that the read failed.
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
