package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.simulate.Simulation.Sample;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Tests a plot of two hours. After 30 minutes, two nodes are requested. After 90 minutes, the two nodes are released.
 */
class PlotTest {

    private static final List<Sample> SAMPLES = List.of(
            new Sample(0, 0, 0, 7), new Sample(1_800, 2, 0, 7), new Sample(3_600, 2, 2, 0), new Sample(5_400, 0, 1, 0));

    private static Plot plot(String signal) {
        return new Plot("C: one job", 7_200, List.of(new Plot.Line(signal, SAMPLES)));
    }

    private static List<String> texts(Plot plot) throws Exception {
        Element svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(plot.svg().getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
        NodeList texts = svg.getElementsByTagName("text");
        return IntStream.range(0, texts.getLength())
                .mapToObj(texts::item)
                .map(text -> text.getTextContent())
                .toList();
    }

    /** The panels end at the y positions 260, 480 and 700. Each panel is 170 high, and 860 wide (from 70 to 930). */
    @Test
    void eachPanelHasALineInSteps() {
        assertThat(plot("sluice").svg())
                .contains("d=\"M70 260H285V90H715V260H930\"")
                .contains("d=\"M70 480H500V310H715V395H930\"")
                // The plot has seven jobs on an axis that ends at eight.
                .contains("d=\"M70 551.3H500V700H930\"");
    }

    @Test
    void axesHaveTitlesAndUnits() throws Exception {
        assertThat(texts(plot("sluice")))
                .contains(
                        "C: one job",
                        "sluice",
                        "Desired nodes",
                        "Ready nodes",
                        "Pending jobs (each array task counts)",
                        "Time since the start [hours]",
                        "8");
        assertThat(texts(new Plot("long", 73 * 3_600, List.of()))).contains("Time since the start [days]", "3");
    }

    @Test
    void namesThatAreNotOursAreEscaped() throws Exception {
        String name = "a<b & \"c\"</text><script>";

        assertThat(texts(plot(name))).contains(name);
        assertThat(plot(name).svg()).doesNotContain("<script");
        assertThat(texts(plot("a\u0001b"))).contains("a b");
    }

    @Test
    void itIsOneFileWithoutLinks() {
        assertThat(plot("sluice").svg()).doesNotContain("href", "url(", "@import", "<script");
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "5, 1", "6, 2", "10, 2", "12, 5", "25, 5", "26, 10", "64, 20", "1000, 200"})
    void ticksAreRoundNumbers(long most, long step) {
        assertThat(Plot.step(most)).isEqualTo(step);
    }
}
