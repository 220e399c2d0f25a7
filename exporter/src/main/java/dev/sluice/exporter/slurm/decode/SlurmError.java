package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;

/**
 * An error that slurmrestd reports in a response.
 *
 * @param text Slurm's text for this number
 * @param description slurmrestd's action that caused the error
 */
public record SlurmError(long number, String text, String description) {

    /** Slurm's "Protocol authentication error": the token was refused. */
    private static final long PROTOCOL_AUTHENTICATION_ERROR = 1007;

    /** Slurm's "Access/permission denied": PrivateData hides the list from the token's user. */
    private static final long ACCESS_DENIED = 2002;

    static SlurmError of(JsonTree json) {
        return new SlurmError(
                (long) json.signed("error_number").orElse(0),
                json.textIfPresent("error"),
                json.textIfPresent("description"));
    }

    public boolean accessDenied() {
        return number == ACCESS_DENIED;
    }

    /** Returns whether Slurm refused the token or the rights of its user. */
    public boolean unauthorized() {
        return number == PROTOCOL_AUTHENTICATION_ERROR || accessDenied();
    }

    public String message() {
        return description.isEmpty() ? text : text.isEmpty() ? description : description + ": " + text;
    }
}
