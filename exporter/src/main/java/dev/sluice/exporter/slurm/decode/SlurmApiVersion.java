package dev.sluice.exporter.slurm.decode;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The versions of the slurmrestd API ("data_parser" plugins) that Sluice reads, from the oldest to the newest. */
public enum SlurmApiVersion {
    V0_0_40,
    V0_0_41,
    V0_0_42,
    V0_0_43,
    V0_0_44,
    V0_0_45,
    V0_0_46;

    private final String label = name().toLowerCase(Locale.ROOT).replace('_', '.');

    /** Returns the version in the form that paths contain, such as {@code v0.0.45}. */
    public String label() {
        return label;
    }

    public static Optional<SlurmApiVersion> of(String label) {
        return Arrays.stream(values())
                .filter(version -> version.label.equals(label))
                .findFirst();
    }

    /** Returns the newest offered version that Sluice reads. */
    public static Optional<SlurmApiVersion> newestOf(Collection<String> offered) {
        return offered.stream()
                .map(SlurmApiVersion::of)
                .flatMap(Optional::stream)
                .max(Comparator.naturalOrder());
    }

    /**
     * Returns the query value that requests the records changed after a time.
     *
     * @param epochSeconds {@code last_update} of the last response
     */
    public String updateTime(long epochSeconds) {
        // v0.0.40 and v0.0.41 reject a bare number with HTTP status 422.
        return compareTo(V0_0_42) < 0 ? "uts" + epochSeconds : Long.toString(epochSeconds);
    }
}
