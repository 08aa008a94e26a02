package io.gatehouse.simulate;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The forms in which an outcome is written. */
public enum OutcomeForm {
    /** A table for a terminal. */
    TABLE,
    /** All figures for programs. */
    JSON,
    /** The minutes for spreadsheets. */
    CSV,
    /** The line over time, as a picture. */
    SVG,
    /** The picture, the figures and the warnings, as one page. */
    HTML;

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** The outcome in this form: of the same outcome, always the same text. */
    public String of(Outcome outcome) {
        return switch (this) {
            case TABLE -> new OutcomeTable(outcome).text();
            case JSON -> MAPPER.writeValueAsString(OutcomeData.json(outcome)) + "\n";
            case CSV -> OutcomeData.csv(outcome);
            case SVG -> new OutcomePage(outcome).svg();
            case HTML -> new OutcomePage(outcome).html();
        };
    }
}
