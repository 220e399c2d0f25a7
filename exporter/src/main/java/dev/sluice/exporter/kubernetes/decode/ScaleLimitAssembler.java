package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.util.Optional;
import java.util.Set;

/** Builds {@link ScaleLimit}s from HPAs or KEDA ScaledObjects. */
public final class ScaleLimitAssembler implements ObjectAssembler<ScaleLimit> {

    private static final int HPA_DEFAULT_MIN = 1;
    private static final int KEDA_DEFAULT_MIN = 0;
    /** https://keda.sh/docs/latest/reference/scaledobject-spec/#maxreplicacount */
    private static final int KEDA_DEFAULT_MAX = 100;

    private final boolean keda;

    public ScaleLimitAssembler(ScaleLimit.Source source) {
        this.keda = source == ScaleLimit.Source.SCALED_OBJECT;
    }

    @Override
    public Set<KubeField> fields() {
        return Set.of(
                KubeField.TARGET_API_VERSION,
                KubeField.TARGET_KIND,
                KubeField.TARGET_NAME,
                keda ? KubeField.KEDA_MIN : KubeField.HPA_MIN,
                keda ? KubeField.KEDA_MAX : KubeField.HPA_MAX);
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
                max(object)));
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
