package dev.sluice.simulator.kubernetes.hpa;

/**
 * How much may change in a period.
 *
 * @param value pods, or per cent
 */
public record ScalingPolicy(Type type, int value, int periodSeconds) {
    /** What the value counts. */
    public enum Type {
        PODS("Pods"),
        PERCENT("Percent");

        private final String text;

        Type(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    public static ScalingPolicy pods(int value, int periodSeconds) {
        return new ScalingPolicy(Type.PODS, value, periodSeconds);
    }

    public static ScalingPolicy percent(int value, int periodSeconds) {
        return new ScalingPolicy(Type.PERCENT, value, periodSeconds);
    }
}
