package io.gatehouse.panel.answer;

import io.gatehouse.room.RoomId;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.regex.Pattern;

/** The panel's addresses. */
public final class PanelPaths {

    public static final String HOME = "/panel";
    public static final String API_ROOT = "/panel/api";
    public static final String API = API_ROOT + "/**";
    public static final String SIGN_IN = "/panel/sign-in";

    /** Takes the choice of a language, also before a sign-in. */
    public static final String LANGUAGE = SIGN_IN + "/language";

    private static final Pattern WITHIN = Pattern.compile("/panel(?:/[A-Za-z0-9-]+)*");
    private static final Pattern ROOM = Pattern.compile("(/panel/rooms/[A-Za-z0-9-]+)(?:/.*)?");

    /** Words that screens have, or may come to have, where a room or site has its name. */
    private static final Set<String> RESERVED = Set.of(
            "new",
            "new-room",
            "new-site",
            "api",
            "rooms",
            "sites",
            "operators",
            "account",
            "calendar",
            "alerts",
            "definition",
            "setup",
            "check",
            "secret",
            "words",
            "looks",
            "draw",
            "codes",
            "ledger",
            "history",
            "simulation",
            "preview",
            RoomId.HOUSE.value());

    private PanelPaths() {}

    /** Refuses to add a room or site under a name that a screen could have. */
    public static void requireFree(String name) {
        if (RESERVED.contains(name)) {
            throw new RefusedException(
                    Problem.INVALID_SETTING, "a name must be no word of the panel's own addresses, was " + name);
        }
    }

    public static boolean isApi(HttpServletRequest request) {
        var path = request.getRequestURI();
        return path.equals(API_ROOT) || path.startsWith(API_ROOT + "/");
    }

    public static boolean isReading(HttpServletRequest request) {
        return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    }

    /** The screen that asks whether a room is to start anew. */
    static String newOpening(RoomId room) {
        return "/panel/rooms/" + room + "/new-opening";
    }

    /** The address after the sign-in: the one asked for if it is a screen of the panel, else that of all rooms. */
    public static String safeReturn(String asked) {
        var isScreen = WITHIN.matcher(asked).matches() && !asked.startsWith(API_ROOT);
        return isScreen && !asked.startsWith("/panel/sign-") ? asked : HOME;
    }

    /** The screen to return to after a request without a sign-in. */
    public static String screenOf(HttpServletRequest request) {
        var path = request.getRequestURI();
        var room = ROOM.matcher(path);
        return safeReturn(!isReading(request) && room.matches() ? room.group(1) : path);
    }
}
