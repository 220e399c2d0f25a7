package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.FlagType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import dev.sluice.exporter.config.schema.Texts;
import java.util.List;
import java.util.Optional;

/** The keys under {@code kubernetes}: known, so that a file may carry them, and good for nothing but "off" as yet. */
final class KubernetesSection {

    /**
     * What the section says.
     *
     * @param enabled whether Kubernetes is to be read
     * @param namespace where the cluster's pods are
     */
    record Settings(boolean enabled, Optional<String> namespace) {}

    private static final Key<Settings, Boolean> ENABLED = Key.withDefault(
            "enabled",
            new FlagType(),
            false,
            "Whether Kubernetes is read, too. This version reads Slurm only, so it must be `false`.",
            Settings::enabled);

    private static final Key<Settings, String> NAMESPACE = Key.optional(
            "namespace",
            Texts.word("namespace"),
            "not used",
            "slurm",
            "The namespace of the cluster's pods.",
            Settings::namespace);

    static final Section<Settings> SECTION = new Section<>(
            "Reserved for what Kubernetes knows of the cluster.", List.of(ENABLED, NAMESPACE), KubernetesSection::bind);

    private KubernetesSection() {}

    private static Optional<Settings> bind(SectionReader in) {
        Settings settings = new Settings(in.value(ENABLED), in.find(NAMESPACE));
        if (settings.enabled()) {
            in.problem(ENABLED, "this version reads Slurm only; expected false, or no kubernetes section");
        }
        return Optional.of(settings);
    }
}
