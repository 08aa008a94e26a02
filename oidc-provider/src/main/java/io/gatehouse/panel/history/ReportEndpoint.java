package io.gatehouse.panel.history;

import io.gatehouse.panel.answer.Csv;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.web.LongAnswer;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The report of an opening, for API clients and for spreadsheets; and the files that the public gets of it. */
@RestController
final class ReportEndpoint {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Reports reports;

    ReportEndpoint(Reports reports) {
        this.reports = reports;
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/api/rooms/{room}/openings/{opening}/report")
    Report report(@PathVariable String room, @PathVariable String opening) {
        return reports.of(room, opening);
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/api/rooms/{room}/openings/{opening}/report.csv")
    ResponseEntity<String> csv(@PathVariable String room, @PathVariable String opening) {
        var report = reports.of(room, opening);
        return Csv.file(
                "report-" + room + "-" + report.opening(),
                List.of("figure", "value"),
                flat("", JSON.valueToTree(report)));
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/api/rooms/{room}/openings/{opening}/public.zip")
    ResponseEntity<Void> publicFiles(@PathVariable String room, @PathVariable String opening, WebRequest request) {
        new LongAnswer(reports.publicFiles(room, opening)).follows(request);
        return ResponseEntity.ok()
                .header(HttpHeaders.CONTENT_TYPE, "application/zip")
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        "attachment; filename=\"" + room + "-opening-" + opening + ".zip\"")
                .build();
    }

    /** A line for each value, under its path: {@code crowd.joined}, {@code acts.0.what}. */
    private static Stream<List<@Nullable Object>> flat(String path, JsonNode node) {
        var before = path.isEmpty() ? "" : path + ".";
        if (node.isObject()) {
            return node.propertyStream().flatMap(member -> flat(before + member.getKey(), member.getValue()));
        }
        if (node.isArray()) {
            return IntStream.range(0, node.size()).boxed().flatMap(index -> flat(before + index, node.get(index)));
        }
        return Stream.of(List.of(path, node.isNumber() ? node.numberValue() : node.asString()));
    }
}
