package dev.sluice.exporter.realslurm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.truth.tool.Fields;
import dev.sluice.exporter.truth.tool.Squeue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares the numbers on the pages of a pending job and of its user with Slurm's tools. */
final class JobPageComparison {

    /** sshare prints six decimal places. */
    private static final double CUT = 1e-6;

    private final JobTexts texts;
    private final LimitTexts limits;
    private final Differences differences;

    JobPageComparison(JobTexts texts, Differences differences) {
        this.texts = texts;
        this.limits = new LimitTexts(texts);
        this.differences = differences;
    }

    /**
     * Compares one page.
     *
     * @param job the job's line in squeue
     */
    void job(Squeue.Line job, JsonNode page) {
        Map<String, String> record = texts.job(job.id());
        identity(job, record, page);
        requests(record, page);
        job.partitions().forEach(partition -> place(job, partition, page));
        limit(job, page.path("limits"));
        dependencies(Fields.text(record, "Dependency"), page.path("dependencies"));
        licenses(Fields.text(record, "Licenses"), page.path("licenses"));
        reservations(Fields.text(record, "Reservation"), page.path("reservations"));
        new NodeGroupComparison(texts, job, differences).compare(page);
    }

    private void identity(Squeue.Line job, Map<String, String> record, JsonNode page) {
        text("state", job.state(), page);
        text("reason", job.reason(), page);
        text("reasonClass", job.reasonClass(), page);
        text("user", job.user(), page);
        text("account", job.account(), page);
        text("qos", job.qos(), page);
        number("tasks", job.tasks(), page);
        number("priority", texts.priority(job), page);
        number("priority", Fields.number(record, "Priority"), page);
        texts.weighed(job).ifPresent(priority -> number("priority", priority, page));
        time("submittedAt", Fields.text(record, "SubmitTime"), page);
        time("eligibleAt", Fields.text(record, "EligibleTime"), page);
        String start = Fields.text(record, "StartTime");
        // scontrol shows the begin time of a held job as the job's start time, but no scheduler plans this start.
        boolean expected = texts.priority(job) > 0
                && Fields.isTime(start)
                && Fields.epoch(start) > texts.at().getEpochSecond();
        time("expectedStartAt", expected ? start : "", page);
    }

    private void requests(Map<String, String> record, JsonNode page) {
        Map<String, Long> tres = Fields.tres(Fields.text(record, "ReqTRES"));
        number("timeLimitSeconds", Fields.seconds(Fields.text(record, "TimeLimit")), page);
        JsonNode asks = page.path("asks");
        number("nodes", tres.getOrDefault("node", 0L), asks);
        number("cpus", tres.getOrDefault("cpu", 0L), asks);
        number("memoryBytes", tres.getOrDefault("mem", 0L), asks);
        long gpus = 0;
        for (JsonNode gpu : asks.path("gpus")) {
            gpus += gpu.path("count").asLong();
        }
        differences.equal("requested GPUs", tres.getOrDefault("gres/gpu", 0L), gpus);
    }

    /** A job with priority 0 is held, and has no queue position. */
    private void place(Squeue.Line job, String partition, JsonNode page) {
        JsonNode place = page.path("places").path(job.partitions().indexOf(partition));
        List<Squeue.Line> queue = texts.pending().stream()
                .filter(line -> line.partitions().contains(partition) && texts.priority(line) > 0)
                .sorted(Comparator.comparing(texts::priority).reversed().thenComparing(line -> Long.valueOf(line.id())))
                .toList();
        int position = queue.indexOf(job);
        Map<String, Long> before = new TreeMap<>();
        for (Squeue.Line line : queue.subList(0, Math.max(0, position))) {
            before.merge(line.reasonClass(), line.tasks(), Long::sum);
        }
        Map<String, Long> shown = new TreeMap<>();
        place.path("before")
                .properties()
                .forEach(one -> shown.put(one.getKey(), one.getValue().asLong()));
        differences.equal("jobs before it in " + partition, before, shown);
        number("position", position + 1, place);
        number("of", position < 0 ? 0 : queue.size(), place);
        number(
                "tasksBefore",
                before.values().stream().mapToLong(Long::longValue).sum(),
                place);
    }

    private void limit(Squeue.Line job, JsonNode shown) {
        List<LimitTexts.Expected> found = new ArrayList<>();
        for (JsonNode limit : shown) {
            Map<String, Long> holders = new TreeMap<>();
            limit.path("jobs")
                    .forEach(one -> holders.put(
                            one.path("jobId").asText(), one.path("uses").asLong()));
            found.add(new LimitTexts.Expected(
                    limit.path("owner").asText(),
                    limit.path("name").asText(),
                    limit.path("limit").asText(),
                    limit.path("resource").asText(),
                    limit.path("max").asLong(),
                    limit.path("used").asLong(-1),
                    limit.path("requested").asLong(-1),
                    holders));
        }
        differences.equal("limits", limits.of(job).stream().toList(), found);
    }

    /** A single dependency such as {@code afterok:12(unfulfilled)}. */
    private void dependencies(String text, JsonNode shown) {
        differences.equal("dependencies", text.isEmpty() ? 0 : 1, shown.size());
        if (text.isEmpty()) {
            return;
        }
        String[] parts = text.split("[:()]", -1);
        JsonNode dependency = shown.path(0);
        text("type", parts[0], dependency);
        text("jobId", parts[1], dependency);
        differences.equal(
                "failed", parts[2].equals("failed"), dependency.path("failed").asBoolean());
        for (Squeue.Line line : texts.lines()) {
            if (line.id().equals(parts[1])) {
                differences.equal(
                        "states",
                        "{\"" + line.state() + "\":1}",
                        dependency.path("states").toString());
            }
        }
    }

    /** A single license such as {@code ansys:2}. */
    private void licenses(String text, JsonNode shown) {
        differences.equal("licences", text.isEmpty() ? 0 : 1, shown.size());
        if (text.isEmpty()) {
            return;
        }
        String[] parts = text.split(":", -1);
        Map<String, String> license = texts.licenses().get(parts[0]);
        JsonNode wanted = shown.path(0);
        text("name", parts[0], wanted);
        number("requested", Long.parseLong(parts[1]), wanted);
        number("total", Fields.number(license, "Total"), wanted);
        number("used", Fields.number(license, "Used"), wanted);
        number("free", Fields.number(license, "Free"), wanted);
        number("reserved", Fields.number(license, "Reserved"), wanted);
    }

    private void reservations(String name, JsonNode shown) {
        differences.equal("reservations", name.isEmpty() ? 0 : 1, shown.size());
        if (name.isEmpty()) {
            return;
        }
        Map<String, String> reservation = texts.reservations().get(name);
        JsonNode page = shown.path(0);
        text("name", name, page);
        time("startsAt", Fields.text(reservation, "StartTime"), page);
        time("endsAt", Fields.text(reservation, "EndTime"), page);
        number("nodes", Fields.number(reservation, "NodeCnt"), page);
        differences.equal(
                "active",
                Fields.text(reservation, "State").equals("ACTIVE"),
                page.path("active").asBoolean());
    }

    /** Compares the fair share of a user. */
    void user(String user, JsonNode page) {
        List<Map<String, String>> rows = texts.shares(user);
        differences.equal("accounts", rows.size(), page.path("fairShare").size());
        for (JsonNode share : page.path("fairShare")) {
            Map<String, String> row = rows.stream()
                    .filter(one -> Fields.text(one, "Account")
                            .strip()
                            .equals(share.path("account").asText()))
                    .findFirst()
                    .orElse(Map.of());
            share(row, "RawShares", share.path("shares"), CUT);
            share(row, "NormShares", share.path("sharesRatio"), CUT);
            share(row, "RawUsage", share.path("usageSeconds"), 1);
            share(row, "EffectvUsage", share.path("usageRatio"), CUT);
            share(row, "FairShare", share.path("factor"), CUT);
            share(row, "LevelFS", share.path("level"), CUT);
        }
    }

    private void share(Map<String, String> row, String column, JsonNode page, double cut) {
        String text = Fields.text(row, column);
        boolean number = !text.isEmpty() && !text.equals("inf");
        boolean equal =
                number ? Math.abs(Double.parseDouble(text) - page.asDouble(Double.NaN)) <= cut : page.isMissingNode();
        differences.equal(
                column + " " + text + " of " + Fields.text(row, "Account").strip() + ", " + page, true, equal);
    }

    private void text(String name, String tool, JsonNode page) {
        differences.equal(name, tool, page.path(name).asText());
    }

    private void number(String name, long tool, JsonNode page) {
        differences.equal(name, tool, page.path(name).asLong());
    }

    private void time(String name, String tool, JsonNode page) {
        differences.equal(
                name,
                Fields.isTime(tool) ? Instant.ofEpochSecond(Fields.epoch(tool)).toString() : "",
                page.path(name).asText());
    }
}
