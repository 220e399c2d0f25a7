package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleDirection;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Builds {@link ScaleLimit}s from HPAs or KEDA ScaledObjects. */
public final class ScaleLimitAssembler implements ObjectAssembler<ScaleLimit> {

    private static final int HPA_DEFAULT_MIN = 1;
    private static final int KEDA_DEFAULT_MIN = 0;
    /** https://keda.sh/docs/latest/reference/scaledobject-spec/#maxreplicacount */
    private static final int KEDA_DEFAULT_MAX = 100;

    private static final String DISABLED = "Disabled";
    private static final String PAUSE = "autoscaling.keda.sh/";
    private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "FALSE", "False");

    private final boolean keda;

    public ScaleLimitAssembler(ScaleLimit.Source source) {
        this.keda = source == ScaleLimit.Source.SCALED_OBJECT;
    }

    @Override
    public Set<KubeField> fields() {
        Set<KubeField> fields = EnumSet.of(KubeField.TARGET_API_VERSION, KubeField.TARGET_KIND, KubeField.TARGET_NAME);
        fields.addAll(
                keda
                        ? List.of(
                                KubeField.KEDA_MIN,
                                KubeField.KEDA_MAX,
                                KubeField.ANNOTATION,
                                KubeField.CONDITION,
                                KubeField.CONDITION_TYPE,
                                KubeField.CONDITION_STATUS)
                        : List.of(
                                KubeField.HPA_MIN,
                                KubeField.HPA_MAX,
                                KubeField.HPA_UP_POLICY,
                                KubeField.HPA_DOWN_POLICY));
        return fields;
    }

    /** An API server refuses an HPA with a maximum below 1. */
    @Override
    public boolean isReadable(ObjectFields object) {
        return min(object) >= 0 && max(object) >= (keda ? 0 : 1);
    }

    @Override
    public Optional<ScaleLimit> record(ObjectName name, ObjectFields object) {
        return Optional.of(new ScaleLimit(
                name.namespace(),
                target(object, KubeField.TARGET_API_VERSION, "apps/v1"),
                target(object, KubeField.TARGET_KIND, "Deployment"),
                object.text(KubeField.TARGET_NAME),
                min(object),
                max(object),
                keda ? pausedByKeda(object) : disabled(object)));
    }

    private static Set<ScaleDirection> disabled(ObjectFields object) {
        return directions(
                object.exact(KubeField.HPA_UP_POLICY).equals(DISABLED),
                object.exact(KubeField.HPA_DOWN_POLICY).equals(DISABLED));
    }

    /** KEDA also sets the condition for a pause in one direction. A pause of both directions removes the HPA. */
    private static Set<ScaleDirection> pausedByKeda(ObjectFields object) {
        boolean up = annotated(object, "paused-scale-out");
        boolean down = annotated(object, "paused-scale-in");
        boolean both = object.members(KubeField.ANNOTATION).containsKey(PAUSE + "paused-replicas")
                || annotated(object, "paused")
                || (!up && !down && object.condition("Paused").holds());
        return directions(both || up, both || down);
    }

    /** Like KEDA, takes every value for true that is no false in Go. */
    private static boolean annotated(ObjectFields object, String name) {
        String value = object.members(KubeField.ANNOTATION).get(PAUSE + name);
        return value != null && !FALSE.contains(value);
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

    private String target(ObjectFields object, KubeField field, String kedaDefault) {
        return keda && object.exact(field).isEmpty() ? kedaDefault : object.text(field);
    }

    private int min(ObjectFields object) {
        return keda
                ? limit(object, KubeField.KEDA_MIN, KEDA_DEFAULT_MIN)
                : limit(object, KubeField.HPA_MIN, HPA_DEFAULT_MIN);
    }

    /** An HPA always has a maximum. */
    private int max(ObjectFields object) {
        return keda ? limit(object, KubeField.KEDA_MAX, KEDA_DEFAULT_MAX) : limit(object, KubeField.HPA_MAX, 0);
    }

    /** Returns the limit; negative if the value is no valid number. */
    private static int limit(ObjectFields object, KubeField field, int otherwise) {
        return object.exact(field).isEmpty() ? otherwise : object.number(field).orElse(-1);
    }
}
