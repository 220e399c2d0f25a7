package dev.sluice.lab.chaos;

import java.io.IOException;

/**
 * One row of the table of faults.
 *
 * @param name name of the row
 * @param what what the attack sends, one line
 * @param rule permitted effects on the values of the attacked clusters
 * @param action runs the attack, and returns at its end, before the recovery
 */
record Attack(String name, String what, Rule rule, Action action) {

    interface Action {
        void run(Stage stage, Watch watch) throws Exception;
    }

    /** A kind of wrong response to a request. */
    interface Response {
        /** Writes the response; the proxy then closes the connection. An exception means that the client closed it. */
        void answer(Exchange exchange) throws IOException, InterruptedException;
    }

    enum Rule {
        /** The program must discard the response. Values stay unchanged, or are no longer published. */
        UNCHANGED,
        /** A value may differ only if the program reports unreadable records or a failed source. */
        REPORTED,
        /** Every value is permitted, because a real Slurm could send this response. */
        ANY_NUMBER
    }

    @Override
    public String toString() {
        return name;
    }
}
