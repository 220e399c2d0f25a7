package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Builds {@link ScaleLimit}s from HPAs or KEDA ScaledObjects. */
public final class ScaleLimitAssembler implements ObjectAssembler<ScaleLimit> {

    private static final int HPA_DEFAULT_MIN = 1;
    private static final int KEDA_DEFAULT_MIN = 0;
    /** https://keda.sh/docs/latest/reference/scaledobject-spec/#maxreplicacount */
    private static final int KEDA_DEFAULT_MAX = 100;

    private final ScaleLimit.Source source;
    private String targetApiVersion = "";
    private String targetKind = "";
    private String targetName = "";
    private int min;
    private int max;
    private boolean wrongNumber;

    public ScaleLimitAssembler(ScaleLimit.Source source) {
        this.source = source;
    }

    @Override
    public Set<KubeField> fields() {
        return switch (source) {
            case HPA ->
                Set.of(
                        KubeField.TARGET_API_VERSION,
                        KubeField.TARGET_KIND,
                        KubeField.TARGET_NAME,
                        KubeField.HPA_MIN,
                        KubeField.HPA_MAX);
            case SCALED_OBJECT ->
                Set.of(
                        KubeField.TARGET_API_VERSION,
                        KubeField.TARGET_KIND,
                        KubeField.TARGET_NAME,
                        KubeField.KEDA_MIN,
                        KubeField.KEDA_MAX);
        };
    }

    @Override
    public void begin() {
        boolean keda = source == ScaleLimit.Source.SCALED_OBJECT;
        // Starts with KEDA's defaults. An HPA always has a maximum.
        targetApiVersion = keda ? "apps/v1" : "";
        targetKind = keda ? "Deployment" : "";
        targetName = "";
        min = keda ? KEDA_DEFAULT_MIN : HPA_DEFAULT_MIN;
        max = keda ? KEDA_DEFAULT_MAX : 0;
        wrongNumber = false;
    }

    @Override
    public void value(KubeField field, String key, String text) {
        switch (field) {
            case TARGET_API_VERSION -> targetApiVersion = text;
            case TARGET_KIND -> targetKind = text;
            case TARGET_NAME -> targetName = text;
            case HPA_MIN, KEDA_MIN -> min = number(text);
            case HPA_MAX, KEDA_MAX -> max = number(text);
            default -> {}
        }
    }

    private int number(String text) {
        OptionalInt number = Numbers.of(text);
        wrongNumber |= number.isEmpty();
        return number.orElse(0);
    }

    /** An API server refuses an HPA with a maximum below 1. */
    @Override
    public boolean isReadable() {
        return !wrongNumber && (source == ScaleLimit.Source.SCALED_OBJECT || max > 0);
    }

    @Override
    public Optional<ScaleLimit> end(ObjectName name) {
        return Optional.of(new ScaleLimit(name.namespace(), targetApiVersion, targetKind, targetName, min, max));
    }
}
