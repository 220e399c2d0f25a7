package dev.sluice.adapter;

import dev.sluice.adapter.config.Setting;
import dev.sluice.common.cli.ParsedArguments;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The command line of the adapter. */
final class CommandLineArguments {

    static final String CHECK = "--check";

    private CommandLineArguments() {}

    static CommandSpec specification() {
        CommandSpec specification = CommandSpec.create().name("sluice-adapter");
        for (Setting setting : Setting.values()) {
            specification.addOption(option(setting));
        }
        specification.addOption(ParsedArguments.flag(CHECK, "Validate the settings, and exit."));
        specification
                .usageMessage()
                .description("Serves the demand of Slurm to autoscalers through the Kubernetes API.")
                .customSynopsis(
                        "sluice-adapter --exporter URL --tls-cert FILE --tls-key FILE [...]",
                        "       sluice-adapter --exporter URL --tls-self-signed [...]",
                        "       sluice-adapter --version | --help")
                .footer(
                        "",
                        "A missing flag is read from the environment, such as SLUICE_ADAPTER_MAX_AGE for"
                                + " --max-age.",
                        "Exit codes: 0 fine, 2 bad settings or arguments, 1 anything else.");
        return specification;
    }

    private static OptionSpec option(Setting setting) {
        if (setting.parameter().isEmpty()) {
            return ParsedArguments.flag(setting.flag(), setting.description());
        }
        return OptionSpec.builder(setting.flag())
                .paramLabel(setting.parameter())
                .hideParamSyntax(true)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .description(setting.description())
                .build();
    }

    /** Returns the given settings with their values; an empty list for a flag that takes no value. */
    static Map<Setting, List<String>> flags(ParseResult given) {
        Map<Setting, List<String>> flags = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            if (given.hasMatchedOption(setting.flag())) {
                List<String> none = List.of();
                flags.put(
                        setting, setting.parameter().isEmpty() ? none : given.matchedOptionValue(setting.flag(), none));
            }
        }
        return flags;
    }
}
