package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.facts.Association;
import dev.sluice.exporter.model.facts.ControllerConf;
import dev.sluice.exporter.model.facts.DbdStatistics;
import dev.sluice.exporter.model.facts.Diag;
import dev.sluice.exporter.model.facts.License;
import dev.sluice.exporter.model.facts.Qos;
import dev.sluice.exporter.model.facts.Reservation;
import dev.sluice.exporter.model.facts.Share;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.FactsRequest.Endpoint;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;

/** What one cluster's slurmrestd says beside nodes, partitions, jobs and ping. */
public final class SlurmFacts {

    private final SlurmHttp http;
    private final ApiVersionNegotiation negotiation;
    private final FactsRequest<Diag> diag;
    private final FactsRequest<License> licenses;
    private final FactsRequest<Reservation> reservations;
    private final FactsRequest<ControllerConf> conf;
    private final FactsRequest<Share> shares;
    private final FactsRequest<Qos> qos;
    private final FactsRequest<Association> associations;
    private final FactsRequest<DbdStatistics> dbd;

    SlurmFacts(SlurmHttp http, ApiVersionNegotiation negotiation, Duration deadline, int maxRecords) {
        this.http = http;
        this.negotiation = negotiation;
        this.diag = new FactsRequest<>(slurm("diag", "statistics"), deadline, maxRecords, DiagReader::read);
        this.licenses = new FactsRequest<>(slurm("licenses", "licenses"), deadline, maxRecords, SharedThings::license);
        this.reservations = new FactsRequest<>(
                slurm("reservations", "reservations"), deadline, maxRecords, SharedThings::reservation);
        this.conf = new FactsRequest<>(
                new Endpoint("slurm", "conf", List.of("slurm_conf_meta"), SlurmApiVersion.V0_0_45),
                deadline,
                maxRecords,
                SharedThings::conf);
        this.shares = new FactsRequest<>(slurm("shares", "shares", "shares"), deadline, maxRecords, Accounting::share);
        this.qos = new FactsRequest<>(slurmdb("qos", "qos"), deadline, maxRecords, Accounting::qos);
        this.associations = new FactsRequest<>(
                slurmdb("associations", "associations"), deadline, maxRecords, Accounting::association);
        this.dbd = new FactsRequest<>(slurmdb("diag", "statistics"), deadline, maxRecords, DiagReader::dbd);
    }

    private static Endpoint slurm(String name, String... path) {
        return new Endpoint("slurm", name, List.of(path), SlurmApiVersion.V0_0_40);
    }

    private static Endpoint slurmdb(String name, String... path) {
        return new Endpoint("slurmdb", name, List.of(path), SlurmApiVersion.V0_0_40);
    }

    public Future<Fetched<List<Diag>>> diag() {
        return diag.fetch(http, negotiation);
    }

    public Future<Fetched<List<License>>> licenses() {
        return licenses.fetch(http, negotiation);
    }

    public Future<Fetched<List<Reservation>>> reservations() {
        return reservations.fetch(http, negotiation);
    }

    public Future<Fetched<List<ControllerConf>>> conf() {
        return conf.fetch(http, negotiation);
    }

    public Future<Fetched<List<Share>>> shares() {
        return tellRefusal(shares.fetch(http, negotiation));
    }

    public Future<Fetched<List<Qos>>> qos() {
        return tellRefusal(qos.fetch(http, negotiation));
    }

    public Future<Fetched<List<Association>>> associations() {
        return tellRefusal(associations.fetch(http, negotiation));
    }

    public Future<Fetched<List<DbdStatistics>>> dbd() {
        return tellRefusal(dbd.fetch(http, negotiation));
    }

    /**
     * With a token that is refused, shares answer "unspecified error", and what slurmdbd serves answers as if that were
     * down. Licences say it plainly, and are few: they are asked to tell the two apart.
     */
    private <T> Future<T> tellRefusal(Future<T> answer) {
        return answer.recover(failure -> {
            if (!(failure instanceof FetchFailure unclear) || unclear.kind() != FailureKind.UNEXPECTED_STATUS) {
                return Future.failedFuture(failure);
            }
            return licenses()
                    .transform(asked ->
                            Future.failedFuture(ControllerCheck.isRefusal(asked.cause()) ? refusal(unclear) : unclear));
        });
    }

    private static FetchFailure refusal(FetchFailure unclear) {
        return new FetchFailure(
                FailureKind.UNAUTHORIZED, "slurmctld refuses the token, and this says " + unclear.message());
    }
}
