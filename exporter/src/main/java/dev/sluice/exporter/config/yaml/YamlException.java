package dev.sluice.exporter.config.yaml;

/** The text is unreadable from a position on. */
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
