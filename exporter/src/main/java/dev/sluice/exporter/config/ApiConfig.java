package dev.sluice.exporter.config;

/**
 * Where the API is served, and what it may say of people.
 *
 * @param listen where it listens
 * @param showUsers whether the user of a job is named, by the rule of {@code metrics.userNames}
 * @param showJobNames whether the name of a job is read, kept and shown
 */
public record ApiConfig(ListenConfig listen, boolean showUsers, boolean showJobNames) {

    /** What holds unless the file says otherwise. */
    public static final ApiConfig DEFAULTS = new ApiConfig(ListenConfig.API_DEFAULTS, false, false);
}
