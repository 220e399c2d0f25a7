package dev.sluice.exporter.slurm.decode;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The versions of the slurmrestd API ("data_parser" plugins) that Sluice reads. */
public enum SlurmApiVersion {
    V0_0_40(40),
    V0_0_41(41),
    V0_0_42(42),
    V0_0_43(43),
    V0_0_44(44),
    V0_0_45(45),
    V0_0_46(46);

    private final int number;
    private final String label;

    SlurmApiVersion(int number) {
        this.number = number;
        this.label = "v0.0." + number;
    }

    /** Returns the version in the form that paths contain, such as {@code v0.0.45}. */
    public String label() {
        return label;
    }

    public int number() {
        return number;
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
                .max(Comparator.comparingInt(SlurmApiVersion::number));
    }

    /**
     * Returns the query value that requests the records changed after a time.
     *
     * @param epochSeconds {@code last_update} of the last response
     */
    public String updateTime(long epochSeconds) {
        // v0.0.40 and v0.0.41 reject a bare number with HTTP status 422.
        return number < 42 ? "uts" + epochSeconds : Long.toString(epochSeconds);
    }
}
