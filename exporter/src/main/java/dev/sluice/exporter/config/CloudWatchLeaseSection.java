package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.FileTypes;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import dev.sluice.exporter.config.schema.Texts;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The keys under {@code cloudwatch.lease}. */
final class CloudWatchLeaseSection {

    private static final Key<CloudWatchConfig.Lease, String> NAMESPACE = Key.required(
            "namespace", Texts.word("namespace"), "slurm", "The namespace of the Lease.", CloudWatchConfig.Lease::namespace);

    private static final Key<CloudWatchConfig.Lease, String> NAME = Key.required(
            "name",
            Texts.matching("name of a Lease (lower case, digits, - and .)", "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?"),
            "sluice-cloudwatch",
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
            List.of(NAMESPACE, NAME, KUBECONFIG, CONTEXT),
            CloudWatchLeaseSection::bind);

    private CloudWatchLeaseSection() {}

    private static Optional<CloudWatchConfig.Lease> bind(SectionReader in) {
        Optional<String> namespace = in.find(NAMESPACE);
        Optional<String> name = in.find(NAME);
        Optional<Path> kubeconfig = in.find(KUBECONFIG);
        Optional<String> context = in.find(CONTEXT);
        if (in.has(CONTEXT) && !in.has(KUBECONFIG)) {
            in.problem(CONTEXT, "only together with kubeconfig, which holds the contexts");
        }
        return namespace.flatMap(
                where -> name.map(called -> new CloudWatchConfig.Lease(where, called, kubeconfig, context)));
    }
}
