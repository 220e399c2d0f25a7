package dev.sluice.simulator.rest.json;

import java.util.List;

/** Body of {@code /ping/}, which reports an unresponsive controller with status 200. */
public final class PingJson {
    private PingJson() {}

    /** Writes the body; {@code trouble} is empty if the controller responds. */
    public static void write(SlurmJson json, Rendering rendering, String trouble) {
        boolean up = trouble.isEmpty();
        json.objects("pings", List.of("ctl"), (ping, host) -> {
            ping.text("hostname", host);
            boolean older = !rendering.version().atLeast(ApiVersion.V45);
            if (older) {
                ping.text("pinged", up ? "UP" : "DOWN");
            }
            ping.flag("responding", up).number("latency", 440);
            if (older) {
                ping.text("mode", "primary");
            }
            ping.flag("primary", true);
            if (!older) {
                ping.text("status", up ? "No error" : trouble);
            }
        });
        Envelope.close(json, rendering);
    }
}
