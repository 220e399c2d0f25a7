package dev.sluice.exporter.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.controller.PrivateData;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that no request visits every job on the event loop, which also polls slurmrestd. */
class EventLoopTest {

    private static final List<String> DEMAND = List.of(
            "/api/v1/now",
            "/api/v1/demand",
            "/api/v1/demand?explain=true",
            "/api/v1/demand?explain=true&format=text",
            "/api/v1/demand/slurm/gpu?explain=true");

    @Test
    void readsNoJobsToHideThemFromAReader() throws Exception {
        PrivateData jobsOfOthers = new PrivateData(true, false);
        try (ProxyReader reader = new ProxyReader(ProxyReader.FROM_HERE, jobsOfOthers)) {
            for (String path :
                    Stream.concat(ProxyReader.PATHS.stream(), DEMAND.stream()).toList()) {
                reader.proxied(path, ProxyReader.ALICE);

                assertThat(reader.jobsReadOnEventLoop()).as(path).isZero();
            }
        }
    }
}
