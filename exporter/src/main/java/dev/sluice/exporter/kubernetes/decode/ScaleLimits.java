package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleDirection;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Reads {@link ScaleLimit}s from HPAs or KEDA ScaledObjects. */
public final class ScaleLimits {

    private static final int HPA_DEFAULT_MIN = 1;
    private static final int KEDA_DEFAULT_MIN = 0;
    /** https://keda.sh/docs/latest/reference/scaledobject-spec/#maxreplicacount */
    private static final int KEDA_DEFAULT_MAX = 100;

    private static final String PAUSE = "autoscaling.keda.sh/";
    private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "FALSE", "False");

    private ScaleLimits() {}

    /** Reads an HPA, which always has a maximum of at least 1. */
    public static Optional<ScaleLimit> ofHpa(ObjectName name, KubeObject hpa) {
        return Optional.of(new ScaleLimit(
                name.namespace(),
                hpa.text("spec", "scaleTargetRef", "apiVersion"),
                hpa.text("spec", "scaleTargetRef", "kind"),
                hpa.text("spec", "scaleTargetRef", "name"),
                limit(hpa, "minReplicas", HPA_DEFAULT_MIN, 0),
                limit(hpa, "maxReplicas", 0, 1),
                directions(disabled(hpa, "scaleUp"), disabled(hpa, "scaleDown"))));
    }

    private static boolean disabled(KubeObject hpa, String direction) {
        return hpa.exact("spec", "behavior", direction, "selectPolicy").equals("Disabled");
    }

    /**
     * Reads a ScaledObject. KEDA also sets the condition for a pause in one direction. A pause of both directions
     * removes the HPA.
     */
    public static Optional<ScaleLimit> ofScaledObject(ObjectName name, KubeObject object) {
        boolean up = paused(object, "paused-scale-out");
        boolean down = paused(object, "paused-scale-in");
        boolean both = object.annotated(PAUSE + "paused-replicas")
                || paused(object, "paused")
                || (!up && !down && object.condition("Paused").holds());
        String apiVersion = object.text("spec", "scaleTargetRef", "apiVersion");
        String kind = object.text("spec", "scaleTargetRef", "kind");
        return Optional.of(new ScaleLimit(
                name.namespace(),
                apiVersion.isEmpty() ? "apps/v1" : apiVersion,
                kind.isEmpty() ? "Deployment" : kind,
                object.text("spec", "scaleTargetRef", "name"),
                limit(object, "minReplicaCount", KEDA_DEFAULT_MIN, 0),
                limit(object, "maxReplicaCount", KEDA_DEFAULT_MAX, 0),
                directions(both || up, both || down)));
    }

    /** Like KEDA, takes every value for true that is no false in Go. */
    private static boolean paused(KubeObject object, String name) {
        return object.annotated(PAUSE + name) && !FALSE.contains(object.exact("metadata", "annotations", PAUSE + name));
    }

    private static Set<ScaleDirection> directions(boolean up, boolean down) {
        Set<ScaleDirection> directions = EnumSet.noneOf(ScaleDirection.class);
        if (up) {
            directions.add(ScaleDirection.UP);
        }
        if (down) {
            directions.add(ScaleDirection.DOWN);
        }
        return directions;
    }

    private static int limit(KubeObject object, String member, int otherwise, int least) {
        int limit = object.has("spec", member) ? object.number("spec", member).orElse(-1) : otherwise;
        if (limit < least) {
            object.refuse();
        }
        return limit;
    }
}
