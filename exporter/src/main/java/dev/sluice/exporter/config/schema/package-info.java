/** Which keys a file may have, declared once for the loader, the rendering and the reference. */
@NullMarked
package dev.sluice.exporter.config.schema;

import org.jspecify.annotations.NullMarked;
