package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.FailureKind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The API groups of the API server. Watches that need the groups at about the same time share one request. */
final class ApiGroups {

    private final KubernetesApi api;
    private final Waits waits;
    private final WatchTuning tuning;
    private Set<String> versions = Set.of();
    private long readAt;

    ApiGroups(KubernetesApi api, Waits waits, WatchTuning tuning) {
        this.api = api;
        this.waits = waits;
        this.tuning = tuning;
    }

    /**
     * Returns the best supported version; empty if the group is not installed.
     *
     * @throws ApiFailure if the group has only unsupported versions
     */
    Optional<String> best(WatchedResource.ApiGroup wanted) throws IOException {
        String prefix = wanted.group() + "/";
        List<String> offered = offered().stream()
                .filter(version -> version.startsWith(prefix))
                .map(version -> version.substring(prefix.length()))
                .sorted()
                .toList();
        Optional<String> best =
                wanted.versions().stream().filter(offered::contains).findFirst();
        if (best.isEmpty() && !offered.isEmpty()) {
            throw new ApiFailure(
                    FailureKind.UNEXPECTED_STATUS,
                    "the API server offers " + wanted.group() + " in " + String.join(", ", offered) + "; Sluice reads "
                            + String.join(", ", wanted.versions()));
        }
        return best;
    }

    /** Returns groups and versions, such as {@code slinky.slurm.net/v1beta1}. */
    private synchronized Set<String> offered() throws IOException {
        if (versions.isEmpty() || waits.nanoTime() - readAt >= tuning.recheck().toNanos() / 2) {
            versions = api.groups(tuning.deadline()).elements("groups").stream()
                    .flatMap(group -> group.elements("versions").stream())
                    .map(version -> version.exact("groupVersion"))
                    .filter(version -> !version.isEmpty())
                    .collect(Collectors.toSet());
            readAt = waits.nanoTime();
        }
        // Every API server has a group, so a response without groups does not prove that a group is missing.
        if (versions.isEmpty()) {
            throw new ApiFailure(FailureKind.UNDECODABLE, "the response to /apis names no API group");
        }
        return versions;
    }
}
