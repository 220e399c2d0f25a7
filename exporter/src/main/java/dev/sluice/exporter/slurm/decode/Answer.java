package dev.sluice.exporter.slurm.decode;

import java.util.List;

/**
 * A decoded response of slurmrestd.
 *
 * @param <T> record of the model
 * @param records the records, in the server's order; immutable
 * @param unreadable number of unreadable records, which were omitted
 * @param lastUpdate time of slurmctld's last change to such records, in seconds since the epoch; 0 if unknown
 * @param release Slurm release, such as {@code 26.05.5}; empty if unknown
 * @param errors errors that slurmrestd reports; a response with HTTP status 200 can also contain errors
 */
public record Answer<T>(List<T> records, int unreadable, long lastUpdate, String release, List<SlurmError> errors) {

    public Answer {
        errors = List.copyOf(errors);
    }

    /**
     * One entry of the {@code errors} list.
     *
     * @param number Slurm's error number
     * @param text Slurm's text for this number
     * @param description slurmrestd's action that caused the error
     */
    public record SlurmError(long number, String text, String description) {

        /** Slurm's "Protocol authentication error": the token was refused. */
        private static final long PROTOCOL_AUTHENTICATION_ERROR = 1007;

        /** Slurm's "Access/permission denied": PrivateData hides the list from the token's user. */
        private static final long ACCESS_DENIED = 2002;

        /** Returns whether Slurm refused the token or the rights of its user. */
        public boolean unauthorized() {
            return number == PROTOCOL_AUTHENTICATION_ERROR || number == ACCESS_DENIED;
        }

        public String message() {
            return description.isEmpty() ? text : text.isEmpty() ? description : description + ": " + text;
        }
    }
}
