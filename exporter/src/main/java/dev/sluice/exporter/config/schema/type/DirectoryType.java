package dev.sluice.exporter.config.schema.type;

import java.nio.file.Path;

/** The path of a directory, relative to the directory of the configuration file. */
public final class DirectoryType implements TextType<Path> {

    private static final FileType ANY = new FileType(false);

    @Override
    public String description() {
        return "path of a directory";
    }

    @Override
    public Path parse(String text, Place place) throws BadValue {
        return ANY.parse(text, place);
    }
}
