package dev.sluice.common.log;

/** The format of log lines. */
public enum LogFormat {
    TEXT,
    JSON
}
