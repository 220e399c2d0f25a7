package dev.sluice.common.tls;

/** A file named by the configuration is unusable; the message contains nothing of its content. */
public final class UnusableFile extends Exception {

    private static final long serialVersionUID = 1;

    private final String key;

    /**
     * @param key configuration key of the file, relative to the server's section, such as {@code tls.keyFile}
     * @param problem the problem, for people
     */
    public UnusableFile(String key, String problem) {
        super(problem);
        this.key = key;
    }

    /** Returns the configuration key of the file. */
    public String key() {
        return key;
    }
}
