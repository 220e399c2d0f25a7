package dev.sluice.exporter.slurm.schema;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The differences between the versions of the slurmrestd API: their members, and the format of a query.
 *
 * <p>The differences were found in captured responses of Slurm 24.11 (v0.0.40 to v0.0.42) and 26.05 (v0.0.42 to
 * v0.0.45). v0.0.46 is assumed to equal v0.0.45 until a Slurm release serves v0.0.46.
 */
public final class SlurmSchema {

    private final SlurmApiVersion version;
    private final Set<SlurmField> fields = EnumSet.allOf(SlurmField.class);

    public SlurmSchema(SlurmApiVersion version) {
        this.version = version;
        if (version.number() < 42) {
            fields.removeAll(EnumSet.of(SlurmField.PING_RESPONDING, SlurmField.PING_PRIMARY, SlurmField.JOB_SWITCHES));
        } else {
            fields.removeAll(EnumSet.of(SlurmField.PING_PINGED, SlurmField.PING_MODE));
        }
        if (version.number() < 43) {
            fields.removeAll(EnumSet.of(SlurmField.JOB_SEGMENT, SlurmField.NODE_TOPOLOGY));
        }
        if (version.number() < 45) {
            fields.removeAll(EnumSet.of(
                    SlurmField.JOB_SUBMIT_LINE, SlurmField.PARTITION_EXCLUSIVE, SlurmField.PARTITION_OVERSUBSCRIBE));
        } else {
            fields.removeAll(
                    EnumSet.of(SlurmField.JOB_SHARED, SlurmField.PARTITION_SHARES, SlurmField.PARTITION_SHARE_FLAGS));
        }
    }

    /**
     * Returns the record members to read from a list.
     *
     * @param use what the records are used for
     */
    public WantedMembers wanted(String list, RecordUse use) {
        WantedMembers wanted = new WantedMembers();
        String prefix = list + "[].";
        for (SlurmField field : fields) {
            if (field.path().startsWith(prefix) && field.readFor(use)) {
                String path = field.path().substring(prefix.length());
                wanted.add(field, List.of(path.split("\\.", -1)));
            }
        }
        return wanted;
    }

    public String path(String endpoint) {
        return "/slurm/" + version.label() + "/" + endpoint + "/";
    }

    /**
     * Returns the query value that requests the records changed after a time.
     *
     * @param epochSeconds {@code last_update} of the last response
     */
    public String updateTime(long epochSeconds) {
        // v0.0.40 and v0.0.41 reject a bare number with HTTP status 422.
        return version.number() < 42 ? "uts" + epochSeconds : Long.toString(epochSeconds);
    }
}
