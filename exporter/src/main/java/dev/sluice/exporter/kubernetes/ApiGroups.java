package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.kubernetes.decode.KubeObject;
import dev.sluice.exporter.model.FailureKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The API groups of the API server. Watches that need the groups at about the same time share one request. */
final class ApiGroups {

    private final KubernetesApi api;
    private final Waits waits;
    private final WatchTuning tuning;
    private Optional<Offered> newest = Optional.empty();

    /**
     * @param versions groups and versions, such as {@code slinky.slurm.net/v1beta1}
     * @param failure reason why the groups are unknown; empty if the groups are known
     */
    private record Offered(Set<String> versions, Optional<ApiFailure> failure, long at) {}

    ApiGroups(KubernetesApi api, Waits waits, WatchTuning tuning) {
        this.api = api;
        this.waits = waits;
        this.tuning = tuning;
    }

    /**
     * Returns the best supported version; empty if the group is not installed.
     *
     * @throws ApiFailure if the group has only unsupported versions, or the groups are unknown
     */
    Optional<String> best(WatchedResource.ApiGroup wanted) throws ApiFailure, InterruptedException {
        Offered offered = offered();
        if (offered.failure().isPresent()) {
            throw offered.failure().get();
        }
        String prefix = wanted.group() + "/";
        Optional<String> best = wanted.versions().stream()
                .filter(version -> offered.versions().contains(prefix + version))
                .findFirst();
        List<String> others = offered.versions().stream()
                .filter(version -> version.startsWith(prefix))
                .map(version -> version.substring(prefix.length()))
                .sorted()
                .toList();
        if (best.isEmpty() && !others.isEmpty()) {
            throw new ApiFailure(
                    FailureKind.UNEXPECTED_STATUS,
                    "the API server offers " + wanted.group() + " in " + String.join(", ", others) + "; Sluice reads "
                            + String.join(", ", wanted.versions()));
        }
        return best;
    }

    private synchronized Offered offered() throws InterruptedException {
        Optional<Offered> recent = newest.filter(offered -> waits.nanoTime() - offered.at() < lifetime(offered));
        if (recent.isPresent()) {
            return recent.get();
        }
        Offered offered = read();
        newest = Optional.of(offered);
        return offered;
    }

    private long lifetime(Offered offered) {
        Duration pause = offered.failure().isPresent() ? tuning.firstBackoff() : tuning.recheck();
        return pause.toNanos() / 2;
    }

    private Offered read() throws InterruptedException {
        try {
            KubeObject answer = api.object(Resource.GROUPS, "", tuning.deadline());
            Set<String> versions = versions(answer);
            // Every API server has a group, so a response without groups does not prove that a group is missing.
            Optional<ApiFailure> failure = versions.isEmpty()
                    ? Optional.of(new ApiFailure(FailureKind.UNDECODABLE, "the response to /apis names no API group"))
                    : Optional.empty();
            return new Offered(versions, failure, waits.nanoTime());
        } catch (ApiFailure e) {
            return new Offered(Set.of(), Optional.of(e), waits.nanoTime());
        }
    }

    static Set<String> versions(KubeObject groups) {
        return groups.elements("groups").stream()
                .flatMap(group -> group.elements("versions").stream())
                .map(version -> version.exact("groupVersion"))
                .filter(version -> !version.isEmpty())
                .collect(Collectors.toSet());
    }
}
