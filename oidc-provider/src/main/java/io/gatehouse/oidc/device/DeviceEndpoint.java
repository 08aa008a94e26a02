package io.gatehouse.oidc.device;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.Navigation;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.oidc.device.DeviceCodes.Device;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.PlaceId;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.RequestName;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * {@code /device}: a visitor enters the code that their device shows (RFC 8628 section 3.3), confirms that
 * the device is theirs (section 5.4), and joins the line for it. Nothing is bound and no place is taken
 * before the visitor presses the button on our page, in a browser that keeps cookies. No place is taken while
 * the room is closed to newcomers.
 */
@Controller
class DeviceEndpoint {

    private final DeviceCodes devices;
    private final DeviceGuesses guesses;
    private final Sites sites;
    private final WaitingRooms rooms;
    private final Boards boards;
    private final PlaceCookies cookies;
    private final PageWriter pages;
    private final Issuer issuer;

    DeviceEndpoint(
            DeviceCodes devices,
            DeviceGuesses guesses,
            Sites sites,
            WaitingRooms rooms,
            Boards boards,
            PlaceCookies cookies,
            PageWriter pages,
            Issuer issuer) {
        this.devices = devices;
        this.guesses = guesses;
        this.sites = sites;
        this.rooms = rooms;
        this.boards = boards;
        this.cookies = cookies;
        this.pages = pages;
        this.issuer = issuer;
    }

    @GetMapping(Paths.DEVICE)
    void page(
            @RequestParam(name = "user_code", defaultValue = "") String typed,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        if (!Navigation.isNavigation(http)) {
            Navigation.refuse(response);
        } else if (typed.isEmpty()) {
            form("device", HttpServletResponse.SC_OK, http, response);
        } else {
            var code = UserCode.parse(typed);
            var site = site(code, http);
            if (code.isEmpty() || site.isEmpty()) {
                refuse(http, response);
            } else {
                ask(code.get(), site.get(), http, response);
            }
        }
    }

    /** The code that was typed; and on the page after it that the visitor is sure. */
    @PostMapping(Paths.DEVICE)
    void enter(
            @RequestParam(name = "user_code", defaultValue = "") String typed,
            @RequestParam(defaultValue = "") String sure,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        if (!Navigation.isNavigation(http) || Navigation.isFromElsewhere(http, issuer)) {
            response.setHeader("Cache-Control", "no-store");
            response.setStatus(HttpServletResponse.SC_FORBIDDEN);
            return;
        }
        var code = UserCode.parse(typed);
        if (code.isEmpty()) {
            form("device-unknown", HttpServletResponse.SC_BAD_REQUEST, http, response);
        } else if (!sure.equals("yes")) {
            PageWriter.seeOther(address(code.get()), response);
        } else {
            join(code.get(), http, response);
        }
    }

    @GetMapping(Paths.DEVICE_DONE)
    void done(HttpServletRequest http, HttpServletResponse response) throws IOException {
        pages.write(pages.message("device-done", http), HttpServletResponse.SC_OK, response);
    }

    private void ask(UserCode code, Site site, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        if (begins(site, http)) {
            cookies.startAnew(http, response, site.room());
        }
        var page = pages.message("device-sure", Map.of("site", site.nameForVisitors(), "code", code.toString()), http)
                .title(rooms.get(site.room().value()).configuration().title())
                .form("device-yes", Paths.DEVICE, Map.of("user_code", code.toString(), "sure", "yes"));
        pages.write(page, HttpServletResponse.SC_OK, response);
    }

    /** The page that asked has set the cookie. Without it there is no visitor to bind the device to. */
    private void join(UserCode code, HttpServletRequest http, HttpServletResponse response) throws IOException {
        var site = site(Optional.of(code), http);
        if (site.isEmpty()) {
            refuse(http, response);
            return;
        }
        var place = place(site.get(), http);
        if (place.isEmpty()) {
            var page = pages.message("cookies", http).link("try-again", URI.create(address(code)));
            pages.write(page, HttpServletResponse.SC_OK, response);
            return;
        }
        if (begins(site.get(), http)) {
            PageWriter.seeOther(address(code), response);
            return;
        }
        var room = rooms.get(site.get().room().value());
        if (boards.vacancy(room).isShut()
                && cookies.read(http, room.id())
                        .flatMap(cookie -> cookie.held(room))
                        .isEmpty()) {
            PageWriter.seeOther(RoomPaths.enter(room.id(), ""), response);
            return;
        }
        var opening = boards.progress(room, Optional.empty()).opening();
        if (devices.bind(code, room.id(), place.get(), opening).isEmpty()) {
            refuse(http, response);
            return;
        }
        PageWriter.seeOther(
                RoomPaths.enterWithCookie(
                        room.id(), RequestName.ofADevice(site.get()).toString()),
                response);
    }

    /** The site of the device that shows this code, unless it is another's; who asks too often is told nothing. */
    private Optional<Site> site(Optional<UserCode> code, HttpServletRequest http) {
        var address = http.getRemoteAddr();
        if (!guesses.admits(address)) {
            return Optional.empty();
        }
        var site = code.flatMap(devices::find).flatMap(device -> site(device, http));
        if (code.isPresent() && site.isEmpty()) {
            guesses.wasWrong(address);
        }
        return site;
    }

    private Optional<Site> site(Device device, HttpServletRequest http) {
        return sites.byClientId(device.site())
                .filter(site -> device.place() == null
                        || place(site, http).filter(device::isFor).isPresent());
    }

    /** The place that this browser holds, or would be given. */
    private Optional<PlaceId> place(Site site, HttpServletRequest http) {
        return cookies.read(http, site.room())
                .map(cookie -> cookie.currentIn(rooms.get(site.room().value())));
    }

    /** Whether the browser gets a cookie first: it has none, or one from before the lobby that is open. */
    private boolean begins(Site site, HttpServletRequest http) {
        return cookies.isNeeded(http, rooms.get(site.room().value()), () -> false);
    }

    private void refuse(HttpServletRequest http, HttpServletResponse response) throws IOException {
        if (guesses.admits(http.getRemoteAddr())) {
            form("device-unknown", HttpServletResponse.SC_BAD_REQUEST, http, response);
        } else {
            pages.write(pages.message("busy", http), 429, response);
        }
    }

    private void form(String message, int status, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var page =
                pages.message(message, http).input("device-code", "user_code").form("continue", Paths.DEVICE, Map.of());
        pages.write(page, status, response);
    }

    private static String address(UserCode code) {
        return Paths.DEVICE + "?user_code=" + code;
    }
}
