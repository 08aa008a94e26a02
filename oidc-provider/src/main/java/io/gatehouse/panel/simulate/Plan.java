package io.gatehouse.panel.simulate;

import io.gatehouse.simulate.RecordedOpening;
import io.gatehouse.simulate.Scenario;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is played.
 *
 * @param form what was asked, with all that was left out
 * @param scenario made of it
 * @param recorded the past opening; empty for a planned sale
 * @param notes what an operator should know of it, a sentence each
 */
record Plan(Map<String, String> form, Scenario scenario, Optional<RecordedOpening> recorded, List<String> notes) {}
