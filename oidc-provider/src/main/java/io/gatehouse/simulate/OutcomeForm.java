package io.gatehouse.simulate;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** How an outcome is told. */
public enum OutcomeForm {
    /** For people at a terminal. */
    TABLE {
        @Override
        public String of(Outcome outcome) {
            return new OutcomeTable(outcome).text();
        }
    },
    /** All of it, for programs. */
    JSON {
        @Override
        public String of(Outcome outcome) {
            return MAPPER.writeValueAsString(OutcomeData.json(outcome)) + "\n";
        }
    },
    /** The minutes, for sheets. */
    CSV {
        @Override
        public String of(Outcome outcome) {
            return OutcomeData.csv(outcome);
        }
    },
    /** The line over time, as a picture. */
    SVG {
        @Override
        public String of(Outcome outcome) {
            return new OutcomePage(outcome).svg();
        }
    },
    /** The picture, the figures and the warnings, as one page. */
    HTML {
        @Override
        public String of(Outcome outcome) {
            return new OutcomePage(outcome).html();
        }
    };

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** The outcome in this form: of the same outcome, always the same text. */
    public abstract String of(Outcome outcome);
}
