package dev.sluice.lab.simulate;

import dev.sluice.lab.simulate.Simulation.Sample;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * A self-contained SVG chart of one scenario: nodes and pending jobs over time, one line per signal.
 *
 * @param title title of the chart
 * @param horizon duration of the scenario in seconds
 * @param lines one line per signal
 */
record Plot(String title, long horizon, List<Line> lines) {

    private static final int LEFT = 70;
    private static final int WIDTH = 860;
    private static final int HEIGHT = 170;
    private static final int PANEL = HEIGHT + 50;
    private static final int LEGEND_LINE = 20;
    private static final int LEGEND_COLUMN = 300;
    private static final int LEGEND_COLUMNS = 3;
    private static final int HEAD = 50;
    private static final int TICKS = 5;
    /** Maximum duration for a time axis in hours. A longer simulation has a time axis in days. */
    private static final long MAX_HOURS = 72;

    private static final long SECONDS_PER_HOUR = 3_600;

    /** Colours that people with a colour vision deficiency can tell apart (Okabe and Ito). */
    private static final List<String> COLOURS =
            List.of("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000");

    /** Dashes distinguish lines that share a colour. */
    private static final List<String> DASHES = List.of("none", "6 3", "2 3");

    /**
     * The samples of one signal.
     *
     * @param samples samples at equal intervals, beginning at the start of the simulation
     */
    record Line(String signal, List<Sample> samples) {

        Line {
            samples = List.copyOf(samples);
        }
    }

    String svg() {
        int legend = LEGEND_LINE * ((lines.size() + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS);
        int top = HEAD + legend;
        int height = top + 3 * PANEL + 20;
        StringBuilder svg = new StringBuilder();
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 " + height
                + "\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\" role=\"img\">\n<title>" + escaped(title)
                + "</title>\n<rect width=\"960\" height=\"" + height + "\" fill=\"#fff\"/>\n");
        text(svg, LEFT, 24, "font-size=\"15\" font-weight=\"bold\"", title);
        for (int i = 0; i < lines.size(); i++) {
            int x = LEFT + LEGEND_COLUMN * (i % LEGEND_COLUMNS);
            int y = HEAD + LEGEND_LINE * (i / LEGEND_COLUMNS);
            svg.append("<path d=\"M" + x + ' ' + (y - 4) + "h28\"" + stroke(i) + "/>\n");
            text(svg, x + 34, y, "", lines.get(i).signal());
        }
        panel(svg, top, "Desired nodes", Sample::desired);
        panel(svg, top + PANEL, "Ready nodes", Sample::ready);
        panel(svg, top + 2 * PANEL, "Pending jobs (each array task counts)", Sample::pending);
        text(svg, LEFT + WIDTH / 2, height - 10, "text-anchor=\"middle\"", "Time since the start [" + unit() + "]");
        return svg.append("</svg>\n").toString();
    }

    private void panel(StringBuilder svg, int top, String name, ToLongFunction<Sample> value) {
        long highest = lines.stream()
                .flatMap(line -> line.samples().stream())
                .mapToLong(value)
                .max()
                .orElse(0);
        long step = Math.max(1, step(highest));
        long most = Math.max(step, step * ((highest + step - 1) / step));
        int bottom = top + 20 + HEIGHT;
        text(svg, LEFT, top + 12, "font-weight=\"bold\"", name);
        for (long tick = 0; tick <= most; tick += step) {
            double y = bottom - (double) HEIGHT * tick / most;
            svg.append("<path d=\"M" + LEFT + ' ' + number(y) + 'h' + WIDTH + "\" stroke=\"#ddd\"/>\n");
            text(svg, LEFT - 8, (int) y + 4, "text-anchor=\"end\"", String.valueOf(tick));
        }
        long end = horizon / secondsOfUnit();
        long every = Math.max(1, step(end));
        for (long tick = 0; tick <= end; tick += every) {
            double x = x(tick * secondsOfUnit());
            svg.append("<path d=\"M" + number(x) + ' ' + bottom + "v4\" stroke=\"#222\"/>\n");
            text(svg, (int) x, bottom + 17, "text-anchor=\"middle\"", String.valueOf(tick));
        }
        for (int i = 0; i < lines.size(); i++) {
            svg.append("<path d=\"" + path(lines.get(i).samples(), value, bottom, most) + '"' + stroke(i) + "><title>"
                    + escaped(lines.get(i).signal()) + "</title></path>\n");
        }
    }

    /** Draws steps, because a value does not change until the next sample. Unchanged values need no point. */
    private String path(List<Sample> samples, ToLongFunction<Sample> value, int bottom, long most) {
        StringBuilder path = new StringBuilder();
        long before = -1;
        for (Sample sample : samples) {
            long now = value.applyAsLong(sample);
            if (now != before) {
                String y = number(bottom - (double) HEIGHT * now / most);
                String x = number(x(sample.at()));
                path.append(path.length() == 0 ? "M" + x + ' ' + y : "H" + x + 'V' + y);
                before = now;
            }
        }
        return path.append('H').append(LEFT + WIDTH).toString();
    }

    private double x(long at) {
        return LEFT + (double) WIDTH * at / Math.max(1, horizon);
    }

    private boolean inHours() {
        return horizon <= MAX_HOURS * SECONDS_PER_HOUR;
    }

    private long secondsOfUnit() {
        return inHours() ? SECONDS_PER_HOUR : 24 * SECONDS_PER_HOUR;
    }

    private String unit() {
        return inHours() ? "hours" : "days";
    }

    /**
     * Returns the distance between two ticks of an axis with about five ticks. The distance is 1, 2 or 5 times a power
     * of ten.
     */
    static long step(long most) {
        long power = 1;
        while (power * 10 * TICKS <= most) {
            power *= 10;
        }
        for (long times : new long[] {1, 2, 5}) {
            if (power * times * TICKS >= most) {
                return power * times;
            }
        }
        return power * 10;
    }

    private static String stroke(int line) {
        return " fill=\"none\" stroke-width=\"1.8\" stroke=\"" + COLOURS.get(line % COLOURS.size())
                + "\" stroke-dasharray=\"" + DASHES.get(line / COLOURS.size() % DASHES.size()) + '"';
    }

    private static void text(StringBuilder svg, int x, int y, String attributes, String text) {
        String more = attributes.isEmpty() ? "" : " " + attributes;
        svg.append("<text x=\"" + x + "\" y=\"" + y + '"' + more + '>' + escaped(text) + "</text>\n");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value).replaceFirst("\\.0$", "");
    }

    /**
     * Escapes a string, because file names and settings may contain markup and control characters. XML does not allow
     * control characters.
     */
    private static String escaped(String text) {
        return text.replaceAll("\\p{Cntrl}", " ")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
