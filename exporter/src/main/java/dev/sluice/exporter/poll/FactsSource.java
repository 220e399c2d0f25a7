package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.facts.Association;
import dev.sluice.exporter.model.facts.ControllerConf;
import dev.sluice.exporter.model.facts.DbdStatistics;
import dev.sluice.exporter.model.facts.Diag;
import dev.sluice.exporter.model.facts.License;
import dev.sluice.exporter.model.facts.Qos;
import dev.sluice.exporter.model.facts.Reservation;
import dev.sluice.exporter.model.facts.Share;
import io.vertx.core.Future;
import java.util.List;

/**
 * What the poller asks one cluster beside {@link ClusterSource}. Every method does one request with a deadline of its
 * own and fails with {@link FetchFailure}, or with {@link SourceAbsent} where the cluster has no such thing.
 */
public interface FactsSource {

    /** slurmctld's statistics: a list of one. */
    Future<Fetched<List<Diag>>> diag();

    Future<Fetched<List<License>>> licenses();

    Future<Fetched<List<Reservation>>> reservations();

    /** What slurmctld says of itself: a list of one. */
    Future<Fetched<List<ControllerConf>>> conf();

    Future<Fetched<List<Share>>> shares();

    Future<Fetched<List<Qos>>> qos();

    /** Of all clusters that slurmdbd serves. */
    Future<Fetched<List<Association>>> associations();

    /** slurmdbd's statistics: a list of one. */
    Future<Fetched<List<DbdStatistics>>> dbd();
}
