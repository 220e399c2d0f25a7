package dev.sluice.adapter;

import dev.sluice.adapter.config.Setting;
import dev.sluice.common.cli.ParsedArguments;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The parsed command line of the adapter. */
sealed interface CommandLineArguments {

    /**
     * Runs the adapter.
     *
     * @param flags given settings with their values; an empty list for a flag that takes no value
     */
    record Run(Map<Setting, List<String>> flags) implements CommandLineArguments {}

    /**
     * Validates the settings without running the adapter.
     *
     * @param flags given settings with their values; an empty list for a flag that takes no value
     */
    record Check(Map<Setting, List<String>> flags) implements CommandLineArguments {}

    /**
     * Shows the usage.
     *
     * @param text help text with a final line break
     */
    record ShowHelp(String text) implements CommandLineArguments {}

    /** Shows the version. */
    record ShowVersion() implements CommandLineArguments {}

    /**
     * Reports invalid arguments.
     *
     * @param message problem for standard error, without a final line break
     */
    record Invalid(String message) implements CommandLineArguments {}

    /** Parses the arguments. */
    static CommandLineArguments parse(String... arguments) {
        ParsedArguments parsed = ParsedArguments.parse(specification(), arguments);
        if (parsed instanceof ParsedArguments.Options options) {
            return asked(options.result());
        }
        if (parsed instanceof ParsedArguments.Help help) {
            return new ShowHelp(help.text());
        }
        return parsed instanceof ParsedArguments.Unusable unusable
                ? new Invalid(unusable.message())
                : new ShowVersion();
    }

    private static CommandSpec specification() {
        CommandSpec specification = CommandSpec.create().name("sluice-adapter");
        for (Setting setting : Setting.values()) {
            specification.addOption(option(setting));
        }
        specification.addOption(ParsedArguments.flag("--check", "Validate the settings, and exit."));
        specification
                .usageMessage()
                .description("Serves the demand of Slurm to autoscalers through the Kubernetes API.")
                .customSynopsis(
                        "sluice-adapter --exporter URL --tls-cert FILE --tls-key FILE [...]",
                        "       sluice-adapter --exporter URL --tls-self-signed NAMESPACE/SERVICE [...]",
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

    private static CommandLineArguments asked(ParseResult result) {
        Map<Setting, List<String>> flags = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            if (result.hasMatchedOption(setting.flag())) {
                List<String> none = List.of();
                flags.put(
                        setting,
                        setting.parameter().isEmpty() ? none : result.matchedOptionValue(setting.flag(), none));
            }
        }
        for (Map.Entry<Setting, List<String>> given : flags.entrySet()) {
            if (given.getValue().size() > 1 && !given.getKey().repeats()) {
                return new Invalid(given.getKey().flag() + " is given more than once");
            }
        }
        return result.hasMatchedOption("--check") ? new Check(flags) : new Run(flags);
    }
}
