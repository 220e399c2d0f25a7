package dev.sluice.exporter.slurm.decode;

/**
 * slurmrestd's number object <code>{"set": true, "infinite": false, "number": 5}</code>. Unlimited is
 * <code>set: false, infinite: true, number: 0</code>; unset is both false. Neither is a number to us.
 */
final class WrappedNumber {

    /** In place of a number: one that counts nothing. */
    static final long NONE = -1;

    /** In place of a number: one that stands for no limit. */
    static final long UNLIMITED = -2;

    private boolean open;
    private boolean known;
    private boolean misread;
    private String name = "";
    private boolean set;
    private boolean infinite;
    private boolean given;
    private long number;

    void begin() {
        open = true;
        name = "";
        set = false;
        infinite = false;
        given = false;
        known = false;
        misread = false;
        number = 0;
    }

    void end() {
        open = false;
    }

    boolean open() {
        return open;
    }

    void name(String name) {
        this.name = name;
    }

    void flag(boolean value) {
        if (name.equals("set")) {
            set = value;
            known = true;
        } else if (name.equals("infinite")) {
            infinite = value;
            known = true;
        } else {
            other();
        }
    }

    /** A number, {@link #NONE} or {@link #UNLIMITED}. */
    void number(long value) {
        if (!name.equals("number") || value == NONE) {
            other();
        } else {
            given = value != UNLIMITED;
            number = value;
        }
    }

    /** A member of another type. */
    void other() {
        misread |= name.equals("set") || name.equals("infinite") || name.equals("number");
    }

    /** Whether this is no number object at all. */
    boolean misread() {
        return misread || !known;
    }

    boolean hasValue() {
        return !misread && set && !infinite && given;
    }

    long value() {
        return number;
    }
}
