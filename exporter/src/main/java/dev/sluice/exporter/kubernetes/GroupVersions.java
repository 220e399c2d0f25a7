package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.FailureKind;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Decodes which versions an API group offers. */
final class GroupVersions implements FieldSink {

    private final Set<String> offered = new TreeSet<>();

    static FieldTree tree() {
        return new FieldTree().with(Set.of(KubeField.GROUP_VERSION));
    }

    @Override
    public void value(KubeField field, String key, String text) {
        offered.add(text);
    }

    /** The best of ours that is offered. */
    String best(WatchedResource.Gate gate) throws ApiFailure {
        List<String> both = gate.versions().stream().filter(offered::contains).toList();
        if (both.isEmpty()) {
            throw new ApiFailure(
                    FailureKind.UNEXPECTED_STATUS,
                    "the API server offers " + gate.group() + " in " + String.join(", ", offered) + "; Sluice reads "
                            + String.join(", ", gate.versions()));
        }
        return both.get(0);
    }
}
