package io.gatehouse.testing;

import java.util.List;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;

/** The way through a page by the tabulator key alone, from its top until round. */
public final class TabWalk {

    /** More keys than any page has stops. */
    private static final int MOST = 600;

    /**
     * Begins at the top, where nothing has the focus: where the key should stop, how that looks, and what
     * gets the focus.
     */
    private static final String BEGIN =
            """
            document.body.tabIndex = -1;
            document.body.focus();
            document.body.removeAttribute('tabindex');
            document.body.blur();
            window.tabWalk = (() => {
              const look = e => {
                const s = getComputedStyle(e);
                return [s.boxShadow, s.border, s.background, s.color, s.textDecoration].join();
              };
              const stops = [...document.querySelectorAll(
                  'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]')]
                .filter(e => !e.matches(':disabled') && e.tabIndex >= 0 && e.checkVisibility({visibilityProperty: true}));
              const before = new Map(stops.map(e => [e, look(e)]));
              const seen = [];
              const name = e => e.outerHTML.slice(0, 100);
              document.addEventListener('focusin', event => {
                const e = event.target, s = getComputedStyle(e), box = e.getBoundingClientRect();
                seen.push({e, isMarked: box.width > 0 && box.right > 0
                  && (s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0 || look(e) !== before.get(e))});
              });
              const round = () => seen.findIndex((one, n) => n > 0 && one.e === seen[0].e);
              return {
                stops: stops.length,
                isRound: () => stops.length === 0 || round() > 0,
                faults: () => {
                  const once = seen.slice(0, round() > 0 ? round() : seen.length);
                  const scrolls = e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight;
                  const reached = once.map(one => one.e).filter(e => stops.includes(e) || !scrolls(e));
                  return [
                    ...stops.filter(e => !reached.includes(e)).map(e => 'is not reached: ' + name(e)),
                    ...reached.filter((e, n) => e !== stops[n]).slice(0, 1).map(e => 'is out of order: ' + name(e)),
                    ...once.filter(one => !one.isMarked).map(one => 'cannot be seen to have the focus: ' + name(one.e)),
                    ...[...document.querySelectorAll('[tabindex]')].filter(e => e.tabIndex > 0)
                      .map(e => 'has an order of its own: ' + name(e)),
                    ...(stops.length && round() < 0 ? ['holds the focus: ' + name(document.activeElement)] : [])
                  ].join('\\n');
                }
              };
            })();
            0
            """;

    private TabWalk() {}

    /**
     * What is wrong with it, a line each; else empty. Everything that can be used and seen is to be reached,
     * once, in the order of the document, and to be seen to have the focus (WCAG 2.1.1, 2.1.2, 2.4.3, 2.4.7).
     */
    public static List<String> faults(Chromium chromium) {
        chromium.asks(BEGIN);
        var stops = Integer.parseInt(chromium.asks("tabWalk.stops"));
        for (var pressed = 0;
                pressed < MOST && !Boolean.parseBoolean(chromium.asks("tabWalk.isRound()"));
                pressed += stops + 2) {
            new Actions(chromium.driver())
                    .sendKeys(Keys.TAB.toString().repeat(stops + 2))
                    .perform();
        }
        return chromium.asks("tabWalk.faults()").lines().toList();
    }
}
