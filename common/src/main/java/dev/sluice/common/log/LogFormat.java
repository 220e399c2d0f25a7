package dev.sluice.common.log;

/** How an event looks in the log. */
public enum LogFormat {
    /** A line for people. */
    TEXT,
    /** A line for machines. */
    JSON
}
