package dev.sluice.exporter.sink.prometheus;

/** What samples look like, which formats can have in common. */
enum SampleForm {
    LINES {
        @Override
        SampleWriter writer(FragmentEncoder out) {
            return new SampleLines(out);
        }
    },
    MESSAGES {
        @Override
        SampleWriter writer(FragmentEncoder out) {
            return new SampleMessages(out);
        }
    };

    abstract SampleWriter writer(FragmentEncoder out);
}
