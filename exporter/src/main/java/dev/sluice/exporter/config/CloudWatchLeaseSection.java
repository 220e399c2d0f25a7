package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.FileTypes;
import dev.sluice.exporter.config.schema.FlagType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import dev.sluice.exporter.config.schema.Texts;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The keys under {@code cloudwatch.lease}. */
final class CloudWatchLeaseSection {

    private static final CloudWatchConfig.Lease DEFAULTS = CloudWatchConfig.DEFAULTS.lease();

    private static final Key<CloudWatchConfig.Lease, Boolean> ENABLED = Key.withDefault(
            "enabled",
            new FlagType(),
            DEFAULTS.enabled(),
            "Whether only the holder of the Lease publishes. It takes the rights to create Leases, and to get and update"
                    + " this one.",
            CloudWatchConfig.Lease::enabled);

    private static final Key<CloudWatchConfig.Lease, String> NAMESPACE = Key.optional(
            "namespace",
            Texts.word("namespace"),
            "required where `enabled`",
            "slurm",
            "The namespace of the Lease.",
            CloudWatchConfig.Lease::namespace);

    private static final Key<CloudWatchConfig.Lease, String> NAME = Key.withDefault(
            "name",
            Texts.matching("name of a Lease (lower case, digits, - and .)", "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?"),
            DEFAULTS.name(),
            "The name of the Lease. It is made where there is none.",
            CloudWatchConfig.Lease::name);

    private static final Key<CloudWatchConfig.Lease, Path> KUBECONFIG = Key.optional(
            "kubeconfig",
            FileTypes.eventual(),
            "the service account of our own pod",
            "/etc/sluice/kubeconfig",
            "The kubeconfig file that says where the API server is and who we are.",
            CloudWatchConfig.Lease::kubeconfig);

    private static final Key<CloudWatchConfig.Lease, String> CONTEXT = Key.optional(
            "context",
            Texts.word("name of a context"),
            "the file's current context",
            "research",
            "The context in the kubeconfig file. Only together with `kubeconfig`.",
            CloudWatchConfig.Lease::context);

    static final Section<CloudWatchConfig.Lease> SECTION = new Section<>(
            "The Lease by which several exporters of the same clusters agree on the one that publishes:"
                    + " [one publisher](guides/cloudwatch.md#one-publisher).",
            List.of(ENABLED, NAMESPACE, NAME, KUBECONFIG, CONTEXT),
            CloudWatchLeaseSection::bind);

    private CloudWatchLeaseSection() {}

    private static Optional<CloudWatchConfig.Lease> bind(SectionReader in) {
        boolean enabled = in.value(ENABLED);
        if (enabled && !in.has(NAMESPACE)) {
            in.problem(NAMESPACE, "missing; expected the namespace of the Lease");
        }
        if (in.has(CONTEXT) && !in.has(KUBECONFIG)) {
            in.problem(CONTEXT, "only together with kubeconfig, which holds the contexts");
        }
        return Optional.of(new CloudWatchConfig.Lease(
                enabled, in.find(NAMESPACE), in.value(NAME), in.find(KUBECONFIG), in.find(CONTEXT)));
    }
}
