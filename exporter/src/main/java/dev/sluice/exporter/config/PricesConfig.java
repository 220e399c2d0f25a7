package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Location;
import dev.sluice.exporter.config.schema.Quotes;
import dev.sluice.exporter.config.schema.TextType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Currency;
import java.util.List;
import java.util.Optional;

/** The prices of GPUs and CPUs. */
@ConfigSection("Jobs with GPUs are charged by GPU-hour, other jobs by CPU-hour.")
public record PricesConfig(
        @Key(meaning = "Currency, as in ISO 4217.", byDefault = "USD", type = CurrencyType.class)
        Currency currency,

        @Key(meaning = "Prices of one hour.", absent = "no prices")
        List<HourPriceConfig> perHour) {

    public PricesConfig {
        perHour = List.copyOf(perHour);
    }

    /** The price of one hour of a GPU or a CPU. */
    @ConfigSection(
            value =
                    "Sluice uses the price of the NodeSet, else of the partition, else the price without both, with the "
                            + "newest `validFrom`. Usage without a price has no cost.",
            identity = {"resource", "partition", "nodeSet", "validFrom"})
    public record HourPriceConfig(
            @Key(
                    meaning = "`cpu`, or `gpu:` and Slurm's GPU type; `gpu:untyped` without a type. Each MIG profile "
                            + "has its own price.",
                    example = "gpu:h100",
                    pattern = "cpu|gpu:(?!none$)[^\\s,:()=]{1,64}",
                    expected = "resource such as cpu, gpu:h100 or gpu:1g.10gb")
            String resource,

            @Key(meaning = "Price of one hour of one GPU or CPU.", example = "4.10")
            BigDecimal price,

            @Key(
                    meaning = "Partition with this price.",
                    absent = "all partitions",
                    example = "spot",
                    word = "name of a partition")
            Optional<String> partition,

            @Key(
                    meaning = "NodeSet with this price, for jobs that run only in this NodeSet.",
                    absent = "all nodes",
                    example = "h100-spot",
                    word = "name of a NodeSet")
            Optional<String> nodeSet,

            @Key(
                    meaning = "First day with this price, always the first day of a month.",
                    absent = "always valid",
                    example = "2026-01-01",
                    type = FirstDayType.class)
            Optional<YearMonth> validFrom,

            @Key(
                    meaning = "Purchase model, for information.",
                    byDefault = "on-demand",
                    oneOf = {"on-demand", "reserved"})
            String kind) {}

    /** A currency of ISO 4217. */
    static final class CurrencyType implements TextType<Currency> {

        @Override
        public String description() {
            return "currency code such as USD";
        }

        @Override
        public Currency parse(String text, Location location) throws BadValue {
            return Currency.getAvailableCurrencies().stream()
                    .filter(currency -> currency.getCurrencyCode().equals(text))
                    // Gold and similar units have no minor unit to which a cost could be rounded.
                    .filter(currency -> currency.getDefaultFractionDigits() >= 0)
                    .findFirst()
                    .orElseThrow(() -> new BadValue(
                            "expected a currency of ISO 4217 such as USD or EUR, got " + Quotes.quote(text)));
        }
    }

    /** The first day of a month. Monthly usage cannot be split between two prices of the same month. */
    static final class FirstDayType implements TextType<YearMonth> {

        private static final int MAX_YEAR = 9999;

        @Override
        public String description() {
            return "date such as 2026-01-01";
        }

        @Override
        public YearMonth parse(String text, Location location) throws BadValue {
            try {
                LocalDate day = LocalDate.parse(text);
                if (day.getDayOfMonth() == 1 && day.getYear() >= 0 && day.getYear() <= MAX_YEAR) {
                    return YearMonth.from(day);
                }
            } catch (DateTimeException e) {
                throw new BadValue("expected a " + description() + ", got " + Quotes.quote(text));
            }
            throw new BadValue(
                    "expected the first day of a month, because usage is summed by month, got " + Quotes.quote(text));
        }

        @Override
        public String text(YearMonth month) {
            return month.atDay(1).toString();
        }
    }
}
