package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Check;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.config.schema.type.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * How often Slurm is asked, and for how long an answer is good. No interval is longer than half of the age at which values
 * are withdrawn whatever is configured.
 */
@Section("How often Slurm is asked, and for how long an answer is good.")
public record PollConfig(
        @Key(meaning = "From the start of one poll to the start of the next.", byDefault = "15s", range = "1s to 5m")
        Duration interval,

        @Key(
                meaning = "The largest share of the time that slurmrestd spends on one list of jobs or nodes: while the"
                        + " median of its last five good answers is 3 s, 0.1 polls it every 30 s. One slow answer does not"
                        + " count.",
                byDefault = "0.1")
        double dutyCycle,

        @Key(
                meaning = "The longest time between two polls of jobs or nodes, however slowly they answer. At least"
                        + " `interval`; at most half of `maxAge` where that is set, and half of `scaling.maxAge` where NodeSets"
                        + " are scaled.",
                byDefault = "5m",
                range = "1s to 5m")
        Duration maxInterval,

        @Key(
                meaning = "How old values may become before they are withdrawn. At least `interval`.",
                absent = "`90s` or three intervals in force, whichever is longer, but never more than `10m`",
                example = "5m",
                range = "1s to 10m")
        Optional<Duration> maxAge,

        @Key(meaning = "The deadline of every request but the one for jobs.", byDefault = "30s", range = "1s to 1h")
        Duration timeout,

        @Key(
                meaning =
                        "The deadline of the request for jobs, or twice the time that the list is predicted to take, up to"
                                + " 10 minutes. slurmrestd itself waits 10 s for a slurmctld that does not answer.",
                byDefault = "3m",
                range = "longer than 10s, at most 1h")
        Duration jobsTimeout,

        @Key(
                meaning = "The same as `interval` for what changes seldom: licences, reservations, slurmctld's"
                        + " configuration.",
                byDefault = "1m",
                range = "1s to 5m")
        Duration slowInterval,

        @Key(
                meaning =
                        "The same as `interval` for accounting: fair-share, QOS, associations, slurmdbd's statistics.",
                byDefault = "2m",
                range = "1s to 5m")
        Duration accountingInterval,

        @Key(meaning = "What one whole list of jobs may cost slurmrestd.", shownWhereChanged = true)
        BudgetConfig budget) {

    @Check
    static void intervals(SectionValues in) {
        Duration interval = in.value("interval", Duration.class);
        if (in.find("maxAge", Duration.class)
                .filter(age -> age.compareTo(interval) < 0)
                .isPresent()) {
            in.problem(
                    "maxAge",
                    "shorter than the interval, so that values would be withdrawn between polls; expected at least "
                            + Durations.text(interval));
        }
        if (in.value("maxInterval", Duration.class).compareTo(interval) < 0) {
            in.problem("maxInterval", "shorter than the interval; expected at least " + Durations.text(interval));
        }
    }
}
