package dev.sluice.exporter.config.yaml;

/** Thrown if the text is unreadable after a position. */
final class YamlException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Position position;

    YamlException(Position position, String message) {
        super(message);
        this.position = position;
    }

    YamlProblem problem() {
        return new YamlProblem(position, String.valueOf(getMessage()));
    }
}
