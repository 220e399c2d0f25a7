package dev.sluice.exporter.model.reason;

/**
 * Why jobs are pending, in plain words.
 *
 * @param meaning what the reason means
 * @param todo what makes such a job start, or what the job's user or an administrator can do
 */
public record Explanation(String meaning, String todo) {}
