package dev.sluice.fakecloudwatch;

/**
 * An error response of CloudWatch.
 *
 * @param status HTTP status
 * @param code error name, as in the query protocol
 * @param message error text
 */
public record Refusal(int status, String code, String message) {

    public static Refusal throttling() {
        return new Refusal(400, "Throttling", "Rate exceeded");
    }

    public static Refusal accessDenied() {
        return new Refusal(403, "AccessDenied", "User is not authorized to perform: cloudwatch:PutMetricData");
    }

    public static Refusal unavailable() {
        return new Refusal(503, "ServiceUnavailable", "Service is unavailable");
    }

    static Refusal invalid(String message) {
        return new Refusal(400, "InvalidParameterValue", message);
    }

    static Refusal missing(String what) {
        return new Refusal(400, "MissingParameter", "The parameter " + what + " is required.");
    }
}
