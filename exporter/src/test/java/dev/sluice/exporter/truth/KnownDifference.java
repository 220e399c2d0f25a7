package dev.sluice.exporter.truth;

import dev.sluice.exporter.truth.tool.Series;
import dev.sluice.exporter.truth.tool.Shown;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A known difference, with its reason. The test fails for any other difference. */
public enum KnownDifference {
    /** The value must still equal the value for the tasks that slurmrestd sent. */
    SHORTENED_ARRAY(
            "slurmrestd truncates an array's task list after 60 characters, unless slurmrestd's environment contains"
                    + " `SLURM_BITSTR_LEN=0`.") {
        @Override
        boolean explains(Comparison.Value value, Shown sent, String version) {
            return value.sample().isPresent()
                    && sent.of(value.series())
                            .filter(range -> range.contains(value.sample().get()))
                            .isPresent();
        }
    },
    NO_CONFIGURATION("API versions before v0.0.45 do not have the endpoint `conf`.") {
        @Override
        boolean explains(Comparison.Value value, Shown sent, String version) {
            return value.missing()
                    && version.compareTo("v0.0.45") < 0
                    && List.of("slurm_controller_info", "slurm_controller_boot_timestamp_seconds")
                            .contains(value.series().family());
        }
    },
    NO_BACKFILL_MAXIMUM("API version v0.0.40 lacks the longest backfill cycle, and returns the mean queue length as the"
            + " mean table size. Sluice publishes neither value.") {
        @Override
        boolean explains(Comparison.Value value, Shown sent, String version) {
            return value.missing()
                    && version.equals("v0.0.40")
                    && List.of(
                                    Series.of("slurm_diag_cycle_max_seconds scheduler", "backfill"),
                                    Series.of("slurm_diag_backfill_table_size_mean"))
                            .contains(value.series());
        }
    },
    /** Only on live clusters: during the captures, no other client sent requests. */
    REQUESTS_IN_PROGRESS(
            "slurmctld counts threads that serve requests: one thread for `sdiag`, and one for each concurrent request"
                    + " of Sluice.") {
        @Override
        boolean explains(Comparison.Value value, Shown sent, String version) {
            return value.series().equals(Series.of("slurm_diag_server_threads"))
                    && value.sample().isPresent()
                    && value.sample().get() > 0;
        }
    };

    private final String reason;

    KnownDifference(String reason) {
        this.reason = reason;
    }

    String reason() {
        return reason;
    }

    /**
     * Returns true if this known difference explains the difference.
     *
     * @param sent the tools' values for only the array tasks that slurmrestd sent
     * @param version version of slurmrestd's API
     */
    abstract boolean explains(Comparison.Value value, Shown sent, String version);

    /** Returns the cause of a difference; empty if the cause is unknown. */
    static Optional<KnownDifference> of(Comparison.Value value, Shown sent, String version) {
        return Stream.of(values())
                .filter(known -> known.explains(value, sent, version))
                .findFirst();
    }
}
