package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.Controller;
import dev.sluice.exporter.model.Job;
import dev.sluice.exporter.model.Node;
import dev.sluice.exporter.model.Partition;
import io.vertx.core.Future;
import java.util.List;

/**
 * What the poller asks one cluster. Every method does one request with a deadline of its own and fails with
 * {@link FetchFailure}; none is called again before its future is complete.
 */
public interface ClusterSource {

    Future<Fetched<List<Node>>> nodes();

    Future<Fetched<List<Partition>>> partitions();

    Future<Fetched<List<Job>>> jobs();

    Future<Fetched<List<Controller>>> controllers();
}
