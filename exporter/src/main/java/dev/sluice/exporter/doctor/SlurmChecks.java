package dev.sluice.exporter.doctor;

import dev.sluice.exporter.api.ShownCluster;
import dev.sluice.exporter.api.Visibility;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.doctor.CheckResults.CheckResult;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SlurmSource.Pace;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.Validity;
import dev.sluice.exporter.publish.Published;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Checks slurmrestd and its responses. */
record SlurmChecks(Examined examined, ShownCluster cluster, CheckResults results) {

    private static final String RENEWAL =
            "renew it: scontrol token username=USER lifespan=86400, by a timer (systemctl list-timers sluice-token.timer)";
    private static final Duration MIN_TOKEN_LIFE = Duration.ofDays(1);
    /** Time between the first alert on a long-lived token and the expiry of the token. */
    private static final Duration MAX_TOKEN_WARNING = Duration.ofDays(14);

    private static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(5);
    private static final double MILLIS_PER_SECOND = 1e3;

    static List<CheckResult> of(Examined examined, Instant now) {
        ShownCluster cluster = ShownCluster.of(examined.view(), Visibility.ALL, now);
        SlurmChecks checks = new SlurmChecks(examined, cluster, new CheckResults(cluster.name()));
        boolean answers = checks.connection();
        checks.token();
        if (answers) {
            checks.sources();
            checks.clock();
            cluster.queue().ifPresent(checks::jobs);
            checks.partitions();
            cluster.nodes().ifPresent(checks::gpuTypes);
            checks.gpuAccounting();
        }
        return checks.results.all();
    }

    private boolean connection() {
        SourceStatus nodes = cluster.source(SlurmSource.NODES).orElseThrow();
        if (nodes.failure().isPresent()) {
            SourceStatus.Failure failure = nodes.failure().get();
            results.failed("slurmrestd", failure.message(), cure(failure.kind()));
            return false;
        }
        if (nodes.observedAt().isEmpty()) {
            results.failed("slurmrestd", "no full response in time", cure(FailureKind.TIMEOUT));
            return false;
        }
        results.ok(
                "slurmrestd",
                "Slurm " + nodes.answer().release() + ", API " + nodes.answer().apiVersion() + ", responds in "
                        + seconds(nodes.lastDuration()));
        return true;
    }

    private String cure(FailureKind kind) {
        return switch (kind) {
            case UNREACHABLE -> "check slurm.url, and from this machine: " + curl();
            case TIMEOUT -> "check the load of slurmctld (sdiag) and firewalls, or raise poll.timeout";
            case UNAUTHORIZED ->
                examined.access().token().problem().isPresent() || otherUser()
                        ? "see token below"
                        : "create a new token: scontrol token username=USER lifespan=86400; USER must exist in Slurm,"
                                + " and slurm.user must be empty or the same. If Slurm denies access: sacctmgr modify user"
                                + " USER set adminlevel=Operator";
            case UNEXPECTED_STATUS ->
                (examined.access().versionIsSet() ? "remove slurm.apiVersion; " : "")
                        + "check that slurm.url leads to slurmrestd itself and not to a proxy or login page";
            case UNDECODABLE -> "check that slurm.url leads to slurmrestd of Slurm 23.11 to 26.11";
            case TOO_LARGE -> "raise slurm.maxRecords, or the memory of the exporter";
            case OVER_BUDGET -> "raise poll.budget and slurmrestd's memory";
        };
    }

    /**
     * Returns a command that shows whether slurmrestd can be reached. Sluice ignores the proxies of the environment.
     */
    private String curl() {
        String socket = "unix://";
        return examined.access().url().startsWith(socket)
                ? "curl --unix-socket " + examined.access().url().substring(socket.length())
                        + " -v http://localhost/openapi/v3"
                : "curl --noproxy '*' -v " + examined.access().url() + "/openapi/v3";
    }

    private boolean unauthorized() {
        return cluster.source(SlurmSource.NODES).orElseThrow().failure().stream()
                .anyMatch(failure -> failure.kind() == FailureKind.UNAUTHORIZED);
    }

    private boolean otherUser() {
        return !examined.access().user().isEmpty()
                && examined.access()
                        .token()
                        .user()
                        .filter(user -> !user.equals(examined.access().user()))
                        .isPresent();
    }

    private void token() {
        Examined.Token token = examined.access().token();
        if (token.problem().isPresent()) {
            results.failed(
                    "token",
                    "the token " + token.problem().get(),
                    "let the file contain nothing but the token, as from: scontrol token username=USER lifespan=86400");
            return;
        }
        if (otherUser()) {
            results.failed(
                    "token",
                    "the token is of " + token.user().orElseThrow() + ", but slurm.user is "
                            + examined.access().user(),
                    "remove slurm.user, or create a token of "
                            + examined.access().user());
            return;
        }
        if (token.validity().isEmpty()) {
            // Not below a failure that the token caused, such as an unreadable file.
            if (!unauthorized()) {
                results.ok("token", "none, or without an expiry time");
            }
            return;
        }
        Validity validity = token.validity().get();
        String whose = token.user().map(user -> "of " + user + ", ").orElse("");
        Duration left = Duration.between(cluster.now(), validity.expires());
        if (left.isZero() || left.isNegative()) {
            results.failed("token", whose + "expired at " + validity.expires(), RENEWAL);
        } else if (isNotRenewed(validity, left)) {
            results.warning("token", whose + "not renewed, and expires at " + validity.expires(), RENEWAL);
        } else {
            results.ok("token", whose + "valid until " + validity.expires());
        }
    }

    /**
     * Returns true if the token should have been renewed: a timer renews a token well before half of the token's
     * lifetime has passed.
     */
    private static boolean isNotRenewed(Validity validity, Duration left) {
        return validity.lifetime()
                .map(life -> left.compareTo(life.dividedBy(2)) < 0 && left.compareTo(MAX_TOKEN_WARNING) < 0)
                .orElse(left.compareTo(MIN_TOKEN_LIFE) < 0);
    }

    private void sources() {
        int good = 0;
        for (SlurmSource source : SlurmSource.values()) {
            SourceStatus status = cluster.source(source).orElseThrow();
            if (status.failure().isPresent()) {
                SourceStatus.Failure failure = status.failure().get();
                if (SlurmSource.isRequired(status)) {
                    results.failed(source.label(), failure.message(), required(failure.kind()));
                } else {
                    results.warning(source.label(), failure.message(), cure(source, failure.kind()));
                }
            } else if (status.absent().isPresent()) {
                results.skipped(
                        source.label(), "not available: " + status.absent().get());
            } else if (status.answer().problem().isPresent()) {
                results.warning(source.label(), status.answer().problem().get(), "check the log of slurmrestd");
            } else if (status.observedAt().isPresent()) {
                good++;
            }
        }
        results.ok("sources", good + " of " + SlurmSource.values().length + " respond");
    }

    /** Slurm has already accepted the token for the nodes. */
    private String required(FailureKind kind) {
        return kind == FailureKind.UNAUTHORIZED ? "sacctmgr modify user USER set adminlevel=Operator" : cure(kind);
    }

    private String cure(SlurmSource source, FailureKind kind) {
        return source.pace() == Pace.ACCOUNTING
                ? "check accounting: sacctmgr show cluster, systemctl status slurmdbd, and that slurmrestd runs with"
                        + " -s slurmctld,slurmdbd"
                : cure(kind);
    }

    private void clock() {
        Duration skew = examined.clockAhead();
        if (skew.abs().compareTo(MAX_CLOCK_SKEW) > 0) {
            results.warning(
                    "clock",
                    "slurmctld's clock is " + seconds(skew.abs()) + (skew.isNegative() ? " behind" : " ahead of")
                            + " the exporter's",
                    "synchronize both machines: chronyc tracking");
        } else {
            results.ok("clock", "within " + seconds(MAX_CLOCK_SKEW) + " of slurmctld's");
        }
    }

    private void jobs(Published.Queue queue) {
        long users =
                queue.jobs().stream().map(job -> job.owner().user()).distinct().count();
        results.ok("rights", queue.jobs().size() + " job records of " + users + " users are visible");
        long cut = queue.summary().truncatedArrays();
        if (cut > 0) {
            results.warning(
                    "arrays",
                    cut + " job arrays are truncated, and their pending tasks are undercounted",
                    "start slurmrestd with SLURM_BITSTR_LEN=0 in its environment");
        } else {
            results.ok("arrays", "no job array is truncated");
        }
    }

    /** Checks the list of partitions. Pending jobs in a partition that the list lacks get no node. */
    private void partitions() {
        if (cluster.withheld(SlurmSource.PARTITIONS).isPresent()) {
            return;
        }
        Set<String> lacking = new TreeSet<>();
        cluster.queue().ifPresent(queue -> queue.jobs().forEach(job -> lacking.addAll(job.partitions())));
        cluster.nodes()
                .ifPresent(nodes ->
                        nodes.nodes().forEach(one -> lacking.addAll(one.node().partitions())));
        cluster.constraints().partitions().forEach(partition -> lacking.remove(partition.name()));
        if (!lacking.isEmpty()) {
            results.warning(
                    "partitions",
                    "slurmctld lists no partition " + String.join(", ", lacking) + ", but jobs or nodes are in it",
                    "give the token's user the AdminLevel Operator, or remove partitions from PrivateData");
        }
    }

    private void gpuTypes(Published.Nodes nodes) {
        Capacity all = nodes.capacity().cluster();
        GpuCounts gpus = all.gpus(split -> split.allocated() + split.idle() + split.unavailable());
        if (gpus.byType().containsKey(GpuCounts.UNTYPED)) {
            results.warning(
                    "gpus",
                    gpus.byType().get(GpuCounts.UNTYPED) + " of " + gpus.total() + " GPUs have no type",
                    "set types in slurm.conf and gres.conf: Gres=gpu:h100:8");
        } else {
            results.ok("gpus", gpus.isEmpty() ? "none" : gpus.total() + " of the types " + gpus.types());
        }
    }

    /** Checks the accounting of GPUs. Without this accounting, only the requested GPUs of a job are known. */
    private void gpuAccounting() {
        boolean held = cluster.nodes()
                .filter(nodes -> nodes.capacity()
                                .cluster()
                                .gpus(Capacity.Split::allocated)
                                .total()
                        > 0)
                .isPresent();
        boolean named = cluster.queue()
                .filter(queue -> queue.jobs().stream()
                        .anyMatch(job -> job.allocation().tres().gpus().total() > 0))
                .isPresent();
        if (held && !named) {
            results.warning(
                    "accounting",
                    "GPUs are allocated, but to no visible job, user or account",
                    "set AccountingStorageTRES=gres/gpu in slurm.conf (docs/operations.md)");
        }
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.2f s", duration.toMillis() / MILLIS_PER_SECOND);
    }
}
