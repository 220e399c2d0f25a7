package dev.sluice.exporter.slurm;

/**
 * slurmrestd's number object <code>{"set": true, "infinite": false, "number": 5}</code>. Unlimited is
 * <code>set: false, infinite: true, number: 0</code>; unset is both false. Neither is a number to us.
 */
final class WrappedNumber {

    private boolean open;
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
        } else if (name.equals("infinite")) {
            infinite = value;
        }
    }

    void number(long value) {
        if (name.equals("number")) {
            given = true;
            number = value;
        }
    }

    boolean hasValue() {
        return set && !infinite && given;
    }

    long value() {
        return number;
    }
}
