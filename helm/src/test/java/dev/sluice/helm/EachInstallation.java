package dev.sluice.helm;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs a test for each of {@link Installation#all}. */
@ParameterizedTest
@MethodSource("dev.sluice.helm.Installation#all")
@Retention(RetentionPolicy.RUNTIME)
@interface EachInstallation {}
