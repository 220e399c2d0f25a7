package dev.sluice.exporter.slurm.decode;

/**
 * The object <code>{"set": true, "infinite": false, "number": 5}</code>, in which slurmrestd sends a number. In the
 * object of an unlimited number, <code>set</code> is false, <code>infinite</code> is true and <code>number</code> is 0.
 * In the object of an unset number, <code>set</code> and <code>infinite</code> are false. Unlimited and unset do not
 * count as numbers.
 */
final class WrappedNumber {

    /** Replaces a number that is not an amount: a negative number or NaN. */
    static final long NONE = -1;

    /** Replaces a number that means "no limit". */
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
        set = false;
        infinite = false;
        given = false;
        known = false;
        misread = false;
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

    /** Takes a number, {@link #NONE} or {@link #UNLIMITED}. */
    void number(long value) {
        if (!name.equals("number") || value == NONE) {
            other();
        } else {
            given = value != UNLIMITED;
            number = value;
        }
    }

    /** Takes a value of another type. */
    void other() {
        misread |= name.equals("set") || name.equals("infinite") || name.equals("number");
    }

    /** Returns whether the object is not a number object. */
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
