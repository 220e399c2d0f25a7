package dev.sluice.lab.simulate;

import dev.sluice.exporter.derive.scaling.ScalingPolicy;
import dev.sluice.exporter.derive.scaling.ScalingPolicy.Surplus;
import dev.sluice.lab.simulate.SimulateOptions.BadArgumentException;
import dev.sluice.lab.simulate.signal.SluiceSignal.Settings;
import java.time.Duration;

/**
 * Additional settings of Sluice for a further run, from {@code --what-if key=value,...}.
 *
 * @param label name of the row in the result table, taken from the argument
 * @param settings parsed settings
 */
record WhatIf(String label, Settings settings) {

    private static final int MAX_SECONDS = 7 * 86_400;
    private static final int MAX_SPARES = 10_000;

    static WhatIf parse(String argument) throws BadArgumentException {
        Settings settings = Settings.RECOMMENDED;
        for (String pair : argument.split(",", -1)) {
            String[] entry = pair.split("=", 2);
            settings = changed(settings, entry[0], entry.length < 2 ? "" : entry[1]);
        }
        return new WhatIf("sluice, " + argument.replace(",", ", "), settings);
    }

    private static Settings changed(Settings settings, String key, String value) throws BadArgumentException {
        ScalingPolicy policy = settings.policy();
        return switch (key) {
            case "window" -> settings.keepingFor(number(key, value, MAX_SECONDS));
            case "spares" ->
                settings.with(policy.with(new Surplus(
                        number(key, value, MAX_SPARES), policy.surplus().replaceUnusable())));
            case "aging" -> settings.with(policy.withAgingTime(seconds(key, value)));
            case "drain-target" -> settings.with(policy.withDrainTarget(seconds(key, value)));
            case "tolerance" -> settings.tolerating(tolerance(value), false);
            default ->
                throw new BadArgumentException("--what-if accepts window=, spares=, aging=, drain-target= (seconds)"
                        + " and tolerance=, not \"" + key + "\"");
        };
    }

    private static Duration seconds(String key, String value) throws BadArgumentException {
        return Duration.ofSeconds(number(key, value, MAX_SECONDS));
    }

    private static long number(String key, String value, int most) throws BadArgumentException {
        if (value.matches("\\d{1,9}") && Integer.parseInt(value) <= most) {
            return Integer.parseInt(value);
        }
        throw new BadArgumentException("--what-if " + key + " must be from 0 to " + most + ", not \"" + value + "\"");
    }

    private static double tolerance(String value) throws BadArgumentException {
        if (value.matches("0(\\.\\d{1,6})?")) {
            return Double.parseDouble(value);
        }
        throw new BadArgumentException("--what-if tolerance must be from 0 to below 1, not \"" + value + "\"");
    }
}
