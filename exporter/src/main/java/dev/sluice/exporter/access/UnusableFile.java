package dev.sluice.exporter.access;

/** A file of a server's protection that cannot be used; the message holds none of its content. */
final class UnusableFile extends Exception {

    private static final long serialVersionUID = 1;

    private final String key;

    /**
     * @param key which file, as the configuration calls it below the server's section, such as {@code tls.keyFile}
     * @param problem what is wrong with it, for people
     */
    UnusableFile(String key, String problem) {
        super(problem);
        this.key = key;
    }

    String key() {
        return key;
    }
}
