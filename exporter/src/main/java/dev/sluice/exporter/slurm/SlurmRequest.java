package dev.sluice.exporter.slurm;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.DbdStatistics;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.cluster.ControllerConf;
import dev.sluice.exporter.model.cluster.Diag;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.slurm.decode.AccountingReader;
import dev.sluice.exporter.slurm.decode.RecordList;
import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import dev.sluice.exporter.slurm.decode.SlurmctldReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A request to slurmrestd.
 *
 * @param plugin {@code slurm}, or {@code slurmdb} for data of slurmdbd
 * @param endpoint rest of the path, after the API version
 * @param since first API version with this endpoint
 * @param everywhere whether every cluster has the source
 */
public record SlurmRequest<T>(
        SlurmSource source,
        String plugin,
        String endpoint,
        List<String> query,
        SlurmApiVersion since,
        RecordList<T> records,
        boolean everywhere) {

    public static final SlurmRequest<Diag> DIAG =
            optional(SlurmSource.DIAG, "slurm", "diag", SlurmctldReader::diag, "statistics");
    public static final SlurmRequest<License> LICENSES =
            optional(SlurmSource.LICENSES, "slurm", "licenses", SlurmctldReader::license, "licenses");
    public static final SlurmRequest<Reservation> RESERVATIONS =
            optional(SlurmSource.RESERVATIONS, "slurm", "reservations", SlurmctldReader::reservation, "reservations");
    public static final SlurmRequest<ControllerConf> CONF = new SlurmRequest<>(
            SlurmSource.CONF, "slurm", "conf", List.of(), SlurmApiVersion.V0_0_45, SlurmctldReader.CONF, false);
    public static final SlurmRequest<Share> SHARES =
            optional(SlurmSource.SHARES, "slurm", "shares", AccountingReader::share, "shares", "shares");
    public static final SlurmRequest<Qos> QOS =
            optional(SlurmSource.QOS, "slurmdb", "qos", AccountingReader::qos, "qos");
    public static final SlurmRequest<Association> ASSOCIATIONS = optional(
            SlurmSource.ASSOCIATIONS, "slurmdb", "associations", AccountingReader::association, "associations");
    public static final SlurmRequest<DbdStatistics> DBD =
            optional(SlurmSource.DBD, "slurmdb", "diag", SlurmctldReader::dbd, "statistics");

    private static <T> SlurmRequest<T> optional(
            SlurmSource source, String plugin, String endpoint, Function<JsonTree, T> record, String... path) {
        RecordList<T> records = RecordList.unnamed(List.of(path), record);
        return new SlurmRequest<>(source, plugin, endpoint, List.of(), SlurmApiVersion.V0_0_40, records, false);
    }

    /** Creates the request for a list that every cluster has. */
    static <T> SlurmRequest<T> list(SlurmSource source, List<String> query, RecordList<T> records) {
        return new SlurmRequest<>(source, "slurm", source.label(), query, SlurmApiVersion.V0_0_40, records, true);
    }

    /**
     * Requests the runs that were not pending at some moment between two times. A response has 2 kB per run. Without
     * {@code disable_truncate_usage_time}, slurmdbd moves the start and end of a run into this time. v0.0.41 and older
     * require the prefix {@code uts}.
     */
    static SlurmRequest<AccountedRun> runs(Instant from, Instant to, Accelerators accelerators) {
        return new SlurmRequest<>(
                SlurmSource.DBD,
                "slurmdb",
                "jobs",
                List.of(
                        "skip_steps=true",
                        "show_duplicates=true",
                        "disable_truncate_usage_time=true",
                        "start_time=uts" + from.getEpochSecond(),
                        "end_time=uts" + to.getEpochSecond()),
                SlurmApiVersion.V0_0_40,
                RecordList.unnamed(List.of("jobs"), json -> AccountingReader.run(json, accelerators)),
                false);
    }

    /** Requests the name of a job's owner. The name is empty if it is unknown or the job has another owner. */
    static SlurmRequest<String> ownerName(long user, long job) {
        return optional(
                SlurmSource.JOBS,
                "slurm",
                "job/" + job,
                json -> json.count("user_id") == user ? json.name("user_name") : "",
                "jobs");
    }

    /** Returns the path and query, for the full list or for the changes after a time. */
    String target(SlurmApiVersion version, OptionalLong changedAfter) {
        String path = "/" + plugin + "/" + version.label() + "/" + endpoint + "/";
        List<String> parameters = new ArrayList<>(query);
        changedAfter.ifPresent(time -> parameters.add("update_time=" + version.updateTime(time)));
        return parameters.isEmpty() ? path : path + "?" + String.join("&", parameters);
    }
}
