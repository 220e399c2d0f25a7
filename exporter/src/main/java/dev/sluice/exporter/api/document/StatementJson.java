package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.derive.cost.HourPrice;
import dev.sluice.exporter.derive.cost.Statement;
import dev.sluice.exporter.derive.cost.UsedHours;
import dev.sluice.exporter.derive.usage.UsageKey;

/** Encodes monthly statements. Omits empty names, and the cost of usage without a price. */
public final class StatementJson {

    private StatementJson() {}

    /** Encodes the statement of one cluster. */
    public static ObjectNode of(String cluster, Statement statement) {
        ObjectNode object = JsonDocument.object()
                .put("cluster", cluster)
                .put("month", statement.month().toString())
                .put("from", statement.from().toString())
                .put("until", statement.until().toString())
                .put("complete", statement.complete())
                .put("currency", statement.currency().getCurrencyCode());
        object.set("rows", JsonDocument.array(statement.rows(), StatementJson::row));
        object.set("accounts", JsonDocument.array(statement.accounts().entrySet(), entry -> {
            ObjectNode account = JsonDocument.object();
            JsonDocument.text(account, "account", entry.getKey());
            return total(account, entry.getValue());
        }));
        object.set("total", total(JsonDocument.object(), statement.total()));
        return object.set("withoutPrice", JsonDocument.texts(statement.resourcesWithoutPrice()));
    }

    private static ObjectNode row(Statement.Row row) {
        UsageKey key = row.key();
        ObjectNode object = JsonDocument.object();
        JsonDocument.text(object, "account", key.account());
        JsonDocument.text(object, "user", key.user());
        JsonDocument.text(object, "partition", key.partition());
        JsonDocument.text(object, "nodeSet", key.nodeSet());
        object.put("gpuType", key.gpuType());
        used(object, row.used());
        row.price().ifPresent(price -> price(object, price));
        row.cost()
                .ifPresentOrElse(cost -> JsonDocument.number(object, "cost", cost), () -> object.put("noPrice", true));
        return object;
    }

    private static void price(ObjectNode object, HourPrice price) {
        JsonDocument.number(object, "price", price.price());
        object.put("kind", price.kind());
    }

    private static ObjectNode total(ObjectNode object, Statement.Total total) {
        used(object, total.used());
        JsonDocument.number(object, "cost", total.cost());
        return object.put("rowsWithoutPrice", total.rowsWithoutPrice());
    }

    private static void used(ObjectNode object, UsedHours used) {
        JsonDocument.number(object, "gpuHours", used.gpuHours());
        JsonDocument.number(object, "cpuHours", used.cpuHours());
        JsonDocument.number(object, "memoryGibHours", used.memoryGibHours());
        object.put("endedJobs", used.endedJobs());
    }
}
