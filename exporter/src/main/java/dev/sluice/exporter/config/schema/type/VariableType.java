package dev.sluice.exporter.config.schema.type;

import java.util.regex.Pattern;

/** The name of an environment variable. Messages never quote an invalid text, because the text may be a secret. */
public final class VariableType implements TextType<String> {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");

    @Override
    public String description() {
        return "name of an environment variable";
    }

    @Override
    public String parse(String text, Place place) throws BadValue {
        if (!NAME.matcher(text).matches()) {
            throw new BadValue("expected the name of an environment variable (letters, digits and _), not its value");
        }
        return text;
    }
}
