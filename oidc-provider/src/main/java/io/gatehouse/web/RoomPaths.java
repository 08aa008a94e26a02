package io.gatehouse.web;

import io.gatehouse.room.RoomId;
import java.util.Map;
import java.util.Optional;

/** The addresses of a room: its pages and what they ask for. */
public final class RoomPaths {

    public static final String ENTER = "/rooms/{room}/enter";
    public static final String CODE = "/rooms/{room}/code";
    public static final String WAIT = "/rooms/{room}/wait";
    public static final String ACT = "/rooms/{room}/{act:continue|extend|return|leave|anew}";
    public static final String MOVE = "/rooms/{room}/move";
    public static final String ACCESS = "/rooms/{room}/access";
    public static final String NOTICE = "/rooms/{room}/notice";
    public static final String NOTICE_MANIFEST = NOTICE + "/manifest";
    public static final String PLACE = "/rooms/{room}/place";
    public static final String VISIT = "/rooms/{room}/visit";
    public static final String BOARD = "/rooms/{room}/board";
    public static final String EVENTS = BOARD + "/events";
    public static final String FORECAST = "/rooms/{room}/forecast";
    public static final String WORDS = "/rooms/{room}/words/{edition}/{language}";
    public static final String DRAW = "/rooms/{room}/draw";
    public static final String RECEIPT = "/rooms/{room}/receipt";
    public static final String FIND_RECEIPT = RECEIPT + "/find";
    public static final String PAST_DRAWS = "/rooms/{room}/draws";
    public static final String LOOKS = "/rooms/{room}/looks/{edition}";
    public static final String LOGO = LOOKS + "/logo";
    public static final String DARK_LOGO = LOGO + "/dark";
    public static final String ADMITTED = "/rooms/{room}/admitted";

    private static final String START = "/rooms/";

    private RoomPaths() {}

    /** The beginning of all paths of a room, up to the last word. */
    public static String of(RoomId room) {
        return START + room + "/";
    }

    /** The name of the room whose path ends so, as {@code /board} of {@code /rooms/shop/board}; empty for any other. */
    public static Optional<String> room(String path, String end) {
        return path.startsWith(START) && path.endsWith(end) && path.length() > START.length() + end.length()
                ? Optional.of(path.substring(START.length(), path.length() - end.length()))
                : Optional.empty();
    }

    /** The way into the line for a visitor with this parked request. */
    public static String enter(RoomId room, String request) {
        return withRequest(of(room) + "enter", request);
    }

    /** {@link #enter} for a browser that has just been given a cookie: if none comes along, it keeps none. */
    public static String enterWithCookie(RoomId room, String request) {
        return Query.append(enter(room, request), "cookie=set");
    }

    /** The waiting page. */
    public static String waitingPage(RoomId room, String request) {
        return withRequest(of(room) + "wait", request);
    }

    /** The page that carries a place to another browser. */
    public static String move(RoomId room, String request) {
        return withRequest(of(room) + "move", request);
    }

    /** The page to choose the lane for access needs. */
    public static String access(RoomId room, String request) {
        return withRequest(of(room) + "access", request);
    }

    /** The page to choose a notice of the turn. */
    public static String notice(RoomId room, String request) {
        return withRequest(of(room) + "notice", request);
    }

    /** The page with the receipt of a draw. */
    public static String receipt(RoomId room) {
        return of(room) + "receipt";
    }

    /** The page to ask what became of a receipt. */
    public static String findReceipt(RoomId room) {
        return receipt(room) + "/find";
    }

    /** The page of the past draws, if the room tells them. */
    public static String pastDraws(RoomId room) {
        return of(room) + "draws";
    }

    /** The style sheet of this name; empty where there is no name. */
    public static String looks(String room, String edition) {
        return edition.isEmpty() ? "" : START + room + "/looks/" + edition;
    }

    private static String withRequest(String path, String request) {
        return Query.append(path, Query.of(Map.of("request", request)));
    }
}
