package dev.sluice.adapter;

/** The adapter's entry point. */
public final class AdapterMain {

    private AdapterMain() {}

    public static void main(String[] args) {
        System.out.println("sluice");
    }
}
