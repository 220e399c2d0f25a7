package dev.sluice.exporter.simulate.kubernetes;

/** A slurmd pod. */
final class Pod {

    private final int ordinal;
    private final long createdAt;
    private final long readyAt;
    private boolean registered;
    private boolean failed;
    private boolean condemned;

    Pod(int ordinal, long createdAt, long readyAt) {
        this.ordinal = ordinal;
        this.createdAt = createdAt;
        this.readyAt = readyAt;
    }

    int ordinal() {
        return ordinal;
    }

    long createdAt() {
        return createdAt;
    }

    /** Whether slurmd runs and the node can take work. */
    boolean ready() {
        return registered && !failed;
    }

    boolean due(long now) {
        return !registered && readyAt <= now;
    }

    boolean registered() {
        return registered;
    }

    boolean failed() {
        return failed;
    }

    boolean condemned() {
        return condemned;
    }

    void register() {
        registered = true;
        failed = false;
    }

    void fail() {
        failed = true;
    }

    void condemn(boolean whether) {
        condemned = whether;
    }
}
