package io.gatehouse.check;

/** Whether the secret is known, tested with an invented code: the refusal tells the reason. */
final class SecretCheck {

    private static final String ABOUT = "secret";
    private static final String NO_CODE = "check-site-has-no-code-yet";

    private final RelyingParty party;
    private final Report report;

    SecretCheck(RelyingParty party, Report report) {
        this.party = party;
        this.report = report;
    }

    boolean run() {
        var answer = party.redeems(NO_CODE, "https://nowhere.invalid/");
        var error = answer.json().path("error").asString("");
        if (error.equals("invalid_grant")) {
            report.ok(ABOUT, "accepted by " + party.method());
        } else if (error.equals("invalid_client")) {
            report.wrong(
                    ABOUT,
                    "the running installation does not know this client id with this secret (by " + party.method()
                            + "): was it restarted since they were configured, and here with the same configuration?");
        } else {
            report.wrong(
                    ABOUT, "/token answered %d \"%s\" to a code that does not exist".formatted(answer.status(), error));
        }
        ResponseTime.check(report, "token", answer);
        return true;
    }
}
