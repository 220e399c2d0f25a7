package dev.sluice.exporter.slurm.decode;

import dev.sluice.fixtures.Capture;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** All captured releases, with every API version that each release serves. */
public final class CapturedReleases {

    private CapturedReleases() {}

    public static Stream<Arguments> all() {
        return Stream.of("24.11", "26.05")
                .flatMap(release -> Capture.of(release).apiVersions().stream()
                        .map(version -> Arguments.argumentSet(release + " " + version, release, version)));
    }

    public static List<List<String>> rows(String release, String path) {
        return Capture.of(release)
                .text(path)
                .lines()
                .map(line -> List.of(line.split("\\|", -1)))
                .toList();
    }
}
