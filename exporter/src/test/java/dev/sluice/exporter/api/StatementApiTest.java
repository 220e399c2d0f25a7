package dev.sluice.exporter.api;

import static dev.sluice.exporter.api.Visibility.ALL;
import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.usage.MonthUsage;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.derive.usage.PriceList.HourPrice;
import dev.sluice.exporter.derive.usage.UsageAmounts;
import dev.sluice.exporter.derive.usage.UsageKey;
import dev.sluice.exporter.model.cluster.ControllerConf.PrivateData;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The current month is January 2027, from {@link SmallCluster#NOW}. */
class StatementApiTest {

    private static final String NOVEMBER = "/api/v1/statement?month=2026-11";

    /** From {@code printf anna | sha256sum}. */
    private static final String ANNA_HASHED = "55579b557896";

    private static final PriceList PRICES = new PriceList(
            Currency.getInstance("EUR"),
            List.of(price("h100", "", "4.10"), price("h100", "spot", "1.50"), price("none", "", "0.03")));

    private static final List<MonthUsage> MONTHS = List.of(
            usage(
                    YearMonth.of(2026, 10),
                    Map.of(new UsageKey("physics", ANNA_HASHED, "gpu", "", "h100"), new UsageAmounts(3_600, 0, 0, 1))),
            usage(
                    YearMonth.of(2026, 11),
                    Map.of(
                            new UsageKey("physics", "anna", "gpu", "", "h100"),
                            new UsageAmounts(90_000, 360_000, 0, 3),
                            new UsageKey("physics", "bob", "gpu", "", "h100"),
                            new UsageAmounts(3_600, 0, 0, 1),
                            new UsageKey("chemistry", "=carl", "cpu", "", "none"),
                            new UsageAmounts(0, 36_000, 0, 2),
                            new UsageKey("chemistry", "dora", "gpu", "workers", "a100"),
                            new UsageAmounts(7_200, 0, 0, 0))));

    /** The total is 10 h * 0.03 + 25 h * 4.10 + 1 h * 4.10. */
    @Test
    void listsUsageWithPricesAndTotals() throws Exception {
        try (ServedApi api = served(ALL)) {
            HttpResponse<String> csv = api.get(NOVEMBER + "&format=csv");

            assertThat(csv.headers().firstValue("Content-Type").orElse("")).startsWith("text/csv");
            assertThat(csv.headers().firstValue("Content-Disposition"))
                    .contains("attachment; filename=\"statement-2026-11.csv\"");
            assertThat(csv.body().lines()).allMatch(line -> csv.body().contains(line + "\r\n"));
            assertThat(api.get(NOVEMBER).body()).contains("\"gpuHours\":25.0000,", "\"cost\":102.50");
            new GoldenAnswers()
                    .add(api, NOVEMBER)
                    .add(api, NOVEMBER + "&format=csv")
                    .match("statement.txt");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "month=2027-02            | 400 | month 2027-02 is in the future",
                "month=2026-13            | 400 | month is a month such as 2026-11",
                "month=2026-1             | 400 | month is a month such as 2026-11",
                "month=202611             | 400 | month is a month such as 2026-11",
                "month=                   | 400 | month is a month such as 2026-11",
                "format=csv               | 400 | month is a month such as 2026-11",
                "month=2026-11&format=xml | 400 | format is one of json, csv",
                "month=2026-09            | 404 | no usage data of 2026-09; months with data: 2026-10, 2026-11",
                "month=2026-11&cluster=b  | 404 | no cluster b; known clusters: alpha"
            })
    void explainsWhyAStatementIsNotPossible(String query, int status, String error) throws Exception {
        try (ServedApi api = served(ALL)) {
            HttpResponse<String> response = api.get("/api/v1/statement?" + query);

            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(new ObjectMapper()
                            .readTree(response.body())
                            .path("error")
                            .asText())
                    .isEqualTo(error);
        }
    }

    @Test
    void hiddenUsersOfAnAccountAreOneRow() throws Exception {
        try (ServedApi api = served(Visibility.NOBODY)) {
            JsonNode cluster = api.json(NOVEMBER).at("/clusters/0");

            assertThat(cluster.toString()).doesNotContain("anna", "bob", "carl", "dora", "\"user\"");
            assertThat(cluster.path("rows")).hasSize(3);
            assertThat(cluster.at("/rows/2/gpuHours").decimalValue()).isEqualByComparingTo("26.0000");
            assertThat(cluster.at("/total/cost").decimalValue()).isEqualByComparingTo("106.90");
        }
    }

    @Test
    void readersSeeTheirOwnNameAmongHiddenUsers() throws Exception {
        try (ServedApi api = served(Visibility.NOBODY.forReader("anna", PrivateData.NONE))) {
            String rows = api.json(NOVEMBER).at("/clusters/0/rows").toString();

            assertThat(rows).contains("\"user\":\"anna\"").doesNotContain("bob", "carl", "dora");
            assertThat(api.json("/api/v1/statement?month=2026-10").at("/clusters/0/rows/0/user"))
                    .hasToString("\"anna\"");
        }
    }

    @Test
    void readersSeeOnlyTheirOwnUsageWhereSlurmHidesTheUsageOfOthers() throws Exception {
        for (PrivateData hidden : List.of(new PrivateData(true, false), new PrivateData(false, true))) {
            try (ServedApi api = served(
                    ALL.forReader("anna", PrivateData.NONE),
                    SmallCluster.published(SmallCluster.view(), "privateData", hidden))) {
                JsonNode cluster = api.json(NOVEMBER).at("/clusters/0");

                assertThat(cluster.path("rows")).hasSize(1);
                assertThat(cluster.at("/rows/0/user").asText()).isEqualTo("anna");
                assertThat(cluster.at("/total/cost").decimalValue()).isEqualByComparingTo("102.50");
                assertThat(cluster.path("accounts")).hasSize(1);
                assertThat(cluster.path("withoutPrice")).isEmpty();
            }
        }
    }

    private static ServedApi served(Visibility visibility) {
        return served(visibility, SmallCluster.view());
    }

    private static ServedApi served(Visibility visibility, ClusterView view) {
        Supplier<List<MonthUsage>> months = () -> MONTHS;
        ExporterStatus status = ServedApi.status(SmallCluster.NOW, changed(view, "usage", months));
        return new ServedApi(visibility, SmallCluster.NOW, () -> changed(status, "prices", PRICES));
    }

    private static MonthUsage usage(YearMonth month, Map<UsageKey, UsageAmounts> rows) {
        boolean current = month.equals(YearMonth.of(2026, 11));
        return new MonthUsage(
                month,
                Instant.parse(month + "-01T00:00:00Z"),
                Instant.parse(current ? "2026-11-20T12:00:00Z" : "2026-11-01T00:00:00Z"),
                new TreeMap<>(rows));
    }

    private static HourPrice price(String type, String partition, String price) {
        return new HourPrice(type, partition, "", new BigDecimal(price), "on-demand", HourPrice.ALWAYS);
    }

    @ParameterizedTest
    @MethodSource
    void quotesNamesAndKeepsSpreadsheetsFromEvaluatingThem(String name, String cell) {
        assertThat(StatementAnswers.cell(name)).isEqualTo(cell);
    }

    static Stream<Arguments> quotesNamesAndKeepsSpreadsheetsFromEvaluatingThem() {
        return Stream.of(
                arguments("", ""),
                arguments("anna", "anna"),
                arguments("anna.b@example", "anna.b@example"),
                arguments("a,b", "\"a,b\""),
                arguments("say \"hi\"", "\"say \"\"hi\"\"\""),
                arguments("=1+2", "\"'=1+2\""),
                arguments("+1", "\"'+1\""),
                arguments("-1", "'-1"),
                arguments("@SUM(A1)", "\"'@SUM(A1)\""),
                arguments(" =1", "\"' =1\""),
                arguments("\t=1", "\"' =1\""),
                arguments("a\r\nb", "a  b"),
                arguments("\uFF1D1", "\"'\uFF1D1\""),
                arguments("Käthe", "\"Käthe\""));
    }
}
