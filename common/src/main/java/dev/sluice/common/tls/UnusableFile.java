package dev.sluice.common.tls;

/** Reports an unusable file of the configuration; the message contains nothing of the file's content. */
public final class UnusableFile extends Exception {

    private static final long serialVersionUID = 1;

    private final String key;

    /**
     * @param key configuration key of the file, relative to the server's section, such as {@code tls.keyFile}
     * @param problem readable problem
     */
    public UnusableFile(String key, String problem) {
        super(problem);
        this.key = key;
    }

    public String key() {
        return key;
    }
}
