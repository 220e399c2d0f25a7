package dev.sluice.exporter.slurm;

import dev.sluice.common.tls.ClientTls;
import dev.sluice.exporter.config.schema.ServerUrl;
import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import java.time.Duration;
import java.util.Optional;

/**
 * The connection settings of one cluster's slurmrestd.
 *
 * @param user value of {@code X-SLURM-USER-NAME}; if this value is empty, the token determines the user
 * @param token provides the current token before every request
 * @param pinned API version to use; empty to use the newest version that both sides support
 * @param deadline deadline of each response except the job list
 */
public record SlurmConnection(
        String cluster,
        ServerUrl address,
        String user,
        TokenReader token,
        ClientTls tls,
        Optional<SlurmApiVersion> pinned,
        Duration deadline) {}
