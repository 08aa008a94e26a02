package io.gatehouse.panel.simulate;

import io.gatehouse.simulate.RecordedOpening;
import io.gatehouse.simulate.Scenario;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A simulation that is to be played.
 *
 * @param form what was asked, with all that was left out
 * @param scenario made of it
 * @param recorded the past opening; empty for a planned sale
 * @param notes how it is played, a sentence each
 * @param warnings why its outcome may mislead, likewise
 * @param zone of all times
 */
record Plan(
        Map<String, String> form,
        Scenario scenario,
        Optional<RecordedOpening> recorded,
        List<String> notes,
        List<String> warnings,
        ZoneId zone) {}
