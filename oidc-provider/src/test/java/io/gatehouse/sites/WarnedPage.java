package io.gatehouse.sites;

import java.util.Map;

/** A page of a site that includes the script of the warning, and has a form. Its query says where the script is. */
final class WarnedPage {

    /** Where sites show it. */
    static final String PATH = "/warned";

    private WarnedPage() {}

    /** The path of the page with its query. */
    static String of(String issuer, String room) {
        return PATH + "?from=" + issuer + "&room=" + room;
    }

    /**
     * The page itself.
     *
     * @param asked its query
     * @param visit the claim of this visitor
     * @param fields hidden ones, which the site needs
     */
    static String html(Map<String, String> asked, String visit, String fields) {
        return """
                <!DOCTYPE html><html lang="en"><title>Shop</title><h1>Shop</h1>
                <form method="post" action="/form">%s<input name="item"><button>Send</button></form>
                <script src="%s/waiting-page/visit.js" data-room="%s" data-visit="%s" defer></script>"""
                .formatted(fields, asked.get("from"), asked.get("room"), visit);
    }
}
