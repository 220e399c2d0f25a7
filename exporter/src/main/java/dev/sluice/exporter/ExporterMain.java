package dev.sluice.exporter;

/** The exporter's entry point. */
public final class ExporterMain {

    private ExporterMain() {}

    public static void main(String[] args) {
        System.out.println("sluice");
    }
}
