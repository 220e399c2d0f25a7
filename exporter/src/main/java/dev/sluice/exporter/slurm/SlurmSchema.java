package dev.sluice.exporter.slurm;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What differs between the versions of the slurmrestd API: which members they have, and how a query is written.
 *
 * <p>Differences were read off captured answers of Slurm 24.11 (v0.0.40 to 42) and 26.05 (v0.0.42 to 45); v0.0.46 is
 * taken to be as v0.0.45 until a release serves it.
 */
final class SlurmSchema {

    private static final String JOBS = "jobs";
    private static final Map<SlurmApiVersion, SlurmSchema> BY_VERSION = new EnumMap<>(SlurmApiVersion.class);

    static {
        for (SlurmApiVersion version : SlurmApiVersion.values()) {
            BY_VERSION.put(version, new SlurmSchema(version));
        }
    }

    private final SlurmApiVersion version;
    private final Map<String, WantedMembers> forMetrics;
    private final Map<String, WantedMembers> forScaling;
    private final WantedMembers namedJobsForMetrics;
    private final WantedMembers namedJobsForScaling;

    private SlurmSchema(SlurmApiVersion version) {
        this.version = version;
        Set<SlurmField> fields = EnumSet.allOf(SlurmField.class);
        if (version.number() < 42) {
            fields.removeAll(EnumSet.of(SlurmField.PING_RESPONDING, SlurmField.PING_PRIMARY));
        } else {
            fields.removeAll(EnumSet.of(SlurmField.PING_PINGED, SlurmField.PING_MODE));
        }
        if (version.number() < 45) {
            fields.removeAll(EnumSet.of(SlurmField.JOB_SUBMIT_LINE, SlurmField.PARTITION_EXCLUSIVE));
        } else {
            fields.removeAll(EnumSet.of(SlurmField.JOB_SHARED, SlurmField.PARTITION_SHARES));
        }
        this.namedJobsForScaling = wanted(fields, JOBS);
        fields.remove(SlurmField.JOB_NAME);
        this.forScaling = byList(fields);
        fields.removeIf(SlurmField::forScaling);
        this.forMetrics = byList(fields);
        fields.add(SlurmField.JOB_NAME);
        this.namedJobsForMetrics = wanted(fields, JOBS);
    }

    private static Map<String, WantedMembers> byList(Set<SlurmField> fields) {
        return Map.of(
                JOBS,
                wanted(fields, JOBS),
                "nodes",
                wanted(fields, "nodes"),
                "partitions",
                wanted(fields, "partitions"),
                "pings",
                wanted(fields, "pings"));
    }

    static SlurmSchema of(SlurmApiVersion version) {
        SlurmSchema schema = BY_VERSION.get(version);
        if (schema == null) {
            throw new IllegalStateException("no schema for " + version);
        }
        return schema;
    }

    /** The members to read for a use from an answer whose records are in the list of that name. */
    WantedMembers wanted(String list, Slurmrestd.Use use) {
        if (use.jobNames() && list.equals(JOBS)) {
            return use.scaling() ? namedJobsForScaling : namedJobsForMetrics;
        }
        return use.scaling() ? wantedForScaling(list) : wanted(list);
    }

    /**
     * The members to read from an answer whose records are in the list of that name, the envelope's among them, where
     * numbers are to be published and no more.
     */
    WantedMembers wanted(String list) {
        return Objects.requireNonNull(forMetrics.get(list), list);
    }

    /** The same where autoscaling reads the records, too. */
    WantedMembers wantedForScaling(String list) {
        return Objects.requireNonNull(forScaling.get(list), list);
    }

    String path(String endpoint) {
        return "/slurm/" + version.label() + "/" + endpoint + "/";
    }

    /**
     * The query value that asks for records changed since a time.
     *
     * @param epochSeconds {@code last_update} of the answer that we have
     */
    String updateTime(long epochSeconds) {
        // v0.0.40 and 41 refuse a bare number with 422.
        return version.number() < 42 ? "uts" + epochSeconds : Long.toString(epochSeconds);
    }

    private static WantedMembers wanted(Set<SlurmField> fields, String list) {
        Predicate<SlurmField> ofList = field -> field.path().startsWith(list + "[]");
        Predicate<SlurmField> ofEnvelope = field -> !field.path().contains("[]");
        Predicate<SlurmField> ofErrors = field -> field.path().startsWith("errors[]");
        return WantedMembers.of(Arrays.stream(SlurmField.values())
                .filter(fields::contains)
                .filter(ofList.or(ofEnvelope).or(ofErrors))
                .toList());
    }
}
