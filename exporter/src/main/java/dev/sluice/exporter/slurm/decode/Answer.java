package dev.sluice.exporter.slurm.decode;

import java.util.List;

/**
 * A decoded answer of slurmrestd.
 *
 * @param <T> record of the model
 * @param records the records, in the server's order; immutable
 * @param unreadable how many records were left out because what identifies them was missing
 * @param lastUpdate when slurmctld last changed such records, seconds since the epoch; 0 where it does not say
 * @param release Slurm's release, such as {@code 26.05.5}; empty where it does not say
 * @param errors what slurmrestd itself says went wrong; it does so with HTTP 200 too
 */
public record Answer<T>(List<T> records, int unreadable, long lastUpdate, String release, List<SlurmError> errors) {

    public Answer {
        errors = List.copyOf(errors);
    }

    /**
     * One entry of the {@code errors} list.
     *
     * @param number Slurm's error number
     * @param text what Slurm says of that number
     * @param description what slurmrestd was doing
     */
    public record SlurmError(long number, String text, String description) {

        /** ESLURM_PROTOCOL_AUTHENTICATION and its kin: the token was not accepted. */
        private static final long PROTOCOL_AUTHENTICATION_ERROR = 1007;

        public boolean authentication() {
            return number == PROTOCOL_AUTHENTICATION_ERROR;
        }

        public String message() {
            return description.isEmpty() ? text : text.isEmpty() ? description : description + ": " + text;
        }
    }
}
