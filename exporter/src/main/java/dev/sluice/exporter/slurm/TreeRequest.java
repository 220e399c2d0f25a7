package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.DbdStatistics;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.controller.ControllerConf;
import dev.sluice.exporter.model.controller.Diag;
import dev.sluice.exporter.model.controller.License;
import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.poll.SourceAbsent;
import dev.sluice.exporter.slurm.decode.AccountingReader;
import dev.sluice.exporter.slurm.decode.Answer;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.DiagReader;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.slurm.decode.RecordAssembler;
import dev.sluice.exporter.slurm.decode.RecordList;
import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import dev.sluice.exporter.slurm.decode.SlurmctldReader;
import dev.sluice.exporter.slurm.http.SlurmHttp;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A request for a short response. The response is read as a JSON tree. Some clusters do not have the source.
 *
 * @param <T> record of the model
 * @param source source of the responses
 * @param plugin {@code slurm}, or {@code slurmdb} for data of slurmdbd
 * @param endpoint last part of the path
 * @param query query with a question mark, or empty
 * @param since first API version with this endpoint
 * @param path path of the records in a response; empty if {@code members} of the root are the record
 * @param members members of a record to read; empty for all members
 * @param record makes a record of the model
 */
public record TreeRequest<T>(
        SlurmSource source,
        String plugin,
        String endpoint,
        String query,
        SlurmApiVersion since,
        List<String> path,
        Set<String> members,
        RecordAssembler<T> record) {

    public static final TreeRequest<Diag> DIAG = slurm(SlurmSource.DIAG, "diag", DiagReader::read, "statistics");
    public static final TreeRequest<License> LICENSES =
            slurm(SlurmSource.LICENSES, "licenses", SlurmctldReader::license, "licenses");
    public static final TreeRequest<Reservation> RESERVATIONS =
            slurm(SlurmSource.RESERVATIONS, "reservations", SlurmctldReader::reservation, "reservations");
    public static final TreeRequest<ControllerConf> CONF = new TreeRequest<>(
            SlurmSource.CONF,
            "slurm",
            "conf",
            "",
            SlurmApiVersion.V0_0_45,
            List.of(),
            new TreeSet<>(Set.of("slurm_conf", "slurm_conf_meta")),
            SlurmctldReader::conf);
    public static final TreeRequest<Share> SHARES =
            slurm(SlurmSource.SHARES, "shares", AccountingReader::share, "shares", "shares");
    public static final TreeRequest<Qos> QOS = slurmdb(SlurmSource.QOS, "qos", AccountingReader::qos, "qos");
    public static final TreeRequest<Association> ASSOCIATIONS =
            slurmdb(SlurmSource.ASSOCIATIONS, "associations", AccountingReader::association, "associations");
    public static final TreeRequest<DbdStatistics> DBD =
            slurmdb(SlurmSource.DBD, "diag", DiagReader::dbd, "statistics");

    /** Number of Slurm's error ESLURM_ACCESS_DENIED. */
    private static final long ACCESS_DENIED = 2002;

    private static final String WITHOUT_ACCOUNTING = "not configured with slurmdbd";

    private static <T> TreeRequest<T> slurm(
            SlurmSource source, String endpoint, RecordAssembler<T> record, String... path) {
        return new TreeRequest<>(
                source, "slurm", endpoint, "", SlurmApiVersion.V0_0_40, List.of(path), Set.of(), record);
    }

    private static <T> TreeRequest<T> slurmdb(
            SlurmSource source, String endpoint, RecordAssembler<T> record, String... path) {
        return new TreeRequest<>(
                source, "slurmdb", endpoint, "", SlurmApiVersion.V0_0_40, List.of(path), Set.of(), record);
    }

    /**
     * Requests the runs that were not pending at some moment between two times. A response has 2 kB per run. Without
     * {@code disable_truncate_usage_time}, slurmdbd moves the start and end of a run into this time. v0.0.41 and older
     * require the prefix {@code uts}.
     */
    static TreeRequest<AccountedRun> runs(Instant from, Instant to, Accelerators accelerators) {
        return new TreeRequest<>(
                SlurmSource.DBD,
                "slurmdb",
                "jobs",
                "?skip_steps=true&show_duplicates=true&disable_truncate_usage_time=true&start_time=uts"
                        + from.getEpochSecond() + "&end_time=uts" + to.getEpochSecond(),
                SlurmApiVersion.V0_0_40,
                List.of("jobs"),
                Set.of(),
                json -> AccountingReader.run(json, accelerators));
    }

    /** Requests the name of a job's owner. The name is empty if it is unknown or the job has another owner. */
    static TreeRequest<String> ownerName(long user, long job) {
        return slurm(
                SlurmSource.JOBS,
                "job/" + job,
                json -> Optional.of(
                        json.at("user_id").count() == user
                                ? json.at("user_name").name()
                                : ""),
                "jobs");
    }

    Future<Fetched<List<T>>> fetch(
            SlurmHttp http, ApiVersionNegotiation negotiation, Duration deadline, int maxRecords, ReadMemory memory) {
        return http.withoutToken(
                negotiation.version().compose(version -> fetch(http, version, deadline, maxRecords, memory)));
    }

    private Future<Fetched<List<T>>> fetch(
            SlurmHttp http, SlurmApiVersion version, Duration deadline, int maxRecords, ReadMemory memory) {
        if (version.number() < since.number()) {
            return Future.failedFuture(new SourceAbsent(
                    "the API in use, " + version.label() + ", does not tell; " + since.label() + " does"));
        }
        ListResponse<T> response = new ListResponse<>(
                new AnswerReader<>(new RecordList(path, members, maxRecords), record, memory), false);
        String target = "/" + plugin + "/" + version.label() + "/" + endpoint + "/" + query;
        return http.get(target, deadline, response)
                .map(answer -> response.fetched(version, answer.orElseThrow()))
                .recover(failure -> Future.failedFuture(absent(response, version)
                        .<Throwable>map(SourceAbsent::new)
                        .orElse(failure)));
    }

    private Optional<String> absent(ListResponse<T> response, SlurmApiVersion version) {
        if (response.status() != 404) {
            return response.status() == 0 ? Optional.empty() : absentByError(response);
        }
        return Optional.of(
                plugin.equals("slurmdb")
                        ? "slurmrestd does not serve /slurmdb: Slurm has no slurmdbd, or slurmrestd runs without"
                                + " -s openapi/slurmdbd"
                        : "slurmrestd does not serve /" + plugin + "/" + version.label() + "/" + endpoint);
    }

    private Optional<String> absentByError(ListResponse<T> response) {
        for (Answer.SlurmError error : response.errors()) {
            if (error.number() == ACCESS_DENIED) {
                return Optional.of("the exporter's Slurm user may not read it: " + error.message());
            }
            if (error.message().contains(WITHOUT_ACCOUNTING)) {
                return Optional.of("Slurm has no slurmdbd: " + error.message());
            }
        }
        return Optional.empty();
    }
}
