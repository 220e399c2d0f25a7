package dev.sluice.common.tls;

/** A file that the configuration names and that cannot be used; the message holds none of its content. */
public final class UnusableFile extends Exception {

    private static final long serialVersionUID = 1;

    private final String key;

    /**
     * @param key which file, as the configuration calls it below the server's section, such as {@code tls.keyFile}
     * @param problem what is wrong with it, for people
     */
    public UnusableFile(String key, String problem) {
        super(problem);
        this.key = key;
    }

    /** As the configuration calls the file. */
    public String key() {
        return key;
    }
}
