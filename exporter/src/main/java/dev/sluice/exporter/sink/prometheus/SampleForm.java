package dev.sluice.exporter.sink.prometheus;

/** The encodings of samples. Several formats can share an encoding. */
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
