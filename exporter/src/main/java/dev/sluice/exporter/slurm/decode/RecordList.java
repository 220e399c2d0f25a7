package dev.sluice.exporter.slurm.decode;

import java.util.List;
import java.util.Set;

/**
 * The records in a response.
 *
 * @param path members from the root of the response to the list, or to the object with the single record; empty if the
 *     root itself is the record
 * @param members members of a record to read; empty to read all members
 * @param maxRecords maximum number of records
 */
public record RecordList(List<String> path, Set<String> members, int maxRecords) {

    @Override
    public String toString() {
        return '"' + (path.isEmpty() ? String.join("\", \"", members) : String.join(".", path)) + '"';
    }
}
