package io.gatehouse.panel.site;

import io.gatehouse.addition.AddedClients;
import io.gatehouse.addition.AddedSites;
import io.gatehouse.addition.Addition;
import io.gatehouse.addition.Additions;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.EntityTag;
import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.room.Room;
import io.gatehouse.room.Rooms;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.site.Site;
import io.gatehouse.site.SiteReader;
import io.gatehouse.site.Sites;
import io.gatehouse.site.SitesProperties;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The acts of owners on the definitions of sites, for the screens and for API clients. Each act is
 * written to the ledger of the house and to that of the room that the site leads to before it is done, and to
 * the log once it is. Secrets stand in neither.
 */
public final class SiteActs {

    private static final String SECRET = "secret";
    private static final int SECRET_BYTES = 32;

    private final AddedSites added;
    private final AddedClients clients;
    private final SiteReader reader;
    private final Sites sites;
    private final Rooms rooms;
    private final Ledgers ledgers;
    private final SitesProperties properties;
    private final SecureRandom random;

    SiteActs(
            AddedSites added,
            AddedClients clients,
            SiteReader reader,
            Sites sites,
            Rooms rooms,
            Ledgers ledgers,
            SitesProperties properties,
            SecureRandom random) {
        this.added = added;
        this.clients = clients;
        this.reader = reader;
        this.sites = sites;
        this.rooms = rooms;
        this.ledgers = ledgers;
        this.properties = properties;
        this.random = random;
    }

    /** The site as it is defined now; as it is kept, which this node may not have seen yet. */
    public SiteDefinition of(String name) {
        return ofTheFiles(name)
                .map(configured -> SiteDefinition.of(configured, false, "", null))
                .orElseGet(() -> definition(name, null));
    }

    private SiteDefinition definition(String name, @Nullable String secret) {
        var kept = kept(name);
        return SiteDefinition.of(
                read(name, kept.settings()), kept.retired(), tag(kept).value(), secret);
    }

    /** Adds a site where there is none; tells its secret, unless it is public. */
    public SiteDefinition add(Actor who, String name, Map<String, String> settings) {
        return put(who, name, Optional.empty(), settings, Optional.empty());
    }

    /** Puts a definition in place of one that the caller has seen. The secret stays; a retired site is in use again. */
    SiteDefinition change(Actor who, String name, @Nullable String ifMatch, Map<String, String> settings) {
        var before = seen(name, ifMatch);
        return put(
                who,
                name,
                Optional.of(before),
                settings,
                Optional.ofNullable(before.settings().get(SECRET)));
    }

    /** Gives the site another secret, and tells it; the one before is good no more. */
    SiteDefinition renew(Actor who, String name, @Nullable String ifMatch) {
        var before = seen(name, ifMatch);
        if (before.retired() || !before.settings().containsKey(SECRET)) {
            throw new RefusedException(
                    Problem.INVALID_SETTING,
                    "a retired site, and one that is public or signs by a key, gets no secret");
        }
        return put(who, name, Optional.of(before), before.settings(), Optional.empty());
    }

    /** Retires a site: its client id is unknown, and no visitor is admitted for it. */
    public SiteDefinition retire(Actor who, String name, @Nullable String ifMatch) {
        var before = seen(name, ifMatch);
        replace(who, name, Optional.of(before), new Addition(before.settings(), true));
        return of(name);
    }

    /** Has the site's visitors wait in another room from now on. */
    public void lead(Actor who, String name, String room) {
        requireNoneOfTheFiles(name);
        var before = kept(name);
        var next = new TreeMap<>(before.settings());
        next.put("room", room);
        replace(who, name, Optional.of(before), new Addition(next, before.retired()));
    }

    /**
     * Has a site with these settings under this name, in place of one that was retired; tells its secret,
     * which is a new one, unless it is public.
     */
    public SiteDefinition addAgain(Actor who, String name, Map<String, String> settings) {
        return put(who, name, added.kept().find(name).filter(Addition::retired), settings, Optional.empty());
    }

    /** Whether there is a site of this name, a retired one too. */
    public boolean isTaken(String name) {
        return ofTheFiles(name).isPresent() || added.kept().find(name).isPresent();
    }

    /**
     * The faults of the settings of a new site; empty where a site of this name can have them.
     *
     * @param room that it leads to, which may not be there yet
     */
    public Faults faults(String name, Map<String, String> settings, Room room) {
        try {
            requireOwnName(read(name, settings, room));
            return new Faults();
        } catch (RefusedException refused) {
            return refused.faults();
        }
    }

    /** The site that these settings make, before it is added. */
    public Site read(String name, Map<String, String> settings, Room room) {
        var others = rooms.all().stream().filter(other -> !other.id().equals(room.id()));
        var whole = new TreeMap<>(settings);
        if (!isWithoutSecret(whole)) {
            whole.put(SECRET, RandomBytes.hex(SECRET_BYTES, random));
        }
        return Faults.read(
                "gatehouse.sites",
                "newSite",
                name,
                whole,
                reader.to(Stream.concat(others, Stream.of(room)).toList())::read);
    }

    private Addition seen(String name, @Nullable String ifMatch) {
        requireNoneOfTheFiles(name);
        var before = kept(name);
        tag(before).require(ifMatch);
        return before;
    }

    private SiteDefinition put(
            Actor who, String name, Optional<Addition> before, Map<String, String> settings, Optional<String> secret) {
        requireNoneOfTheFiles(name);
        if (before.isEmpty()) {
            PanelPaths.requireFree(name);
        }
        var next = new TreeMap<>(settings);
        next.remove(SECRET);
        var isWithout = isWithoutSecret(next);
        var made = isWithout || secret.isPresent()
                ? Optional.<String>empty()
                : Optional.of(RandomBytes.hex(SECRET_BYTES, random));
        if (!isWithout) {
            secret.or(() -> made).ifPresent(known -> next.put(SECRET, known));
        }
        replace(who, name, before, new Addition(next, false));
        return definition(name, made.orElse(null));
    }

    private static boolean isWithoutSecret(Map<String, String> settings) {
        return "true".equals(settings.get("public")) || settings.containsKey("jwk") || settings.containsKey("jwks-uri");
    }

    private void replace(Actor who, String name, Optional<Addition> before, Addition next) {
        var site = read(name, next.settings());
        requireOwnName(site);
        if (added.kept().isFull(name, next)) {
            throw new RefusedException(
                    Problem.INVALID_SETTING,
                    "sites added at the panel are " + Additions.MOST + " at most, and have " + Additions.LONGEST
                            + " bytes together; retired ones count");
        }
        var what = "site " + name + " "
                + before.map(old -> "definition " + old.changeTo(next)).orElseGet(() -> "added, " + next);
        ledgers.house(who.toString(), what);
        ledgers.act(site.room(), who.toString(), what);
        if (!added.kept().replace(name, before, next)) {
            throw EntityTag.changedMeanwhile();
        }
        ActLog.other(who, what);
    }

    private Site read(String name, Map<String, String> settings) {
        return Faults.read("gatehouse.sites", "site", name, settings, reader.to(rooms.all())::read);
    }

    /** Two sites with one name, or one client id, could not be told apart. */
    private void requireOwnName(Site site) {
        var others = sites.all().stream().filter(other -> !other.name().equals(site.name()));
        var isTaken = others.anyMatch(other -> other.clientId().equals(site.clientId()))
                || added.kept().all().entrySet().stream()
                        .filter(other -> !other.getKey().equals(site.name()))
                        .anyMatch(other -> other.getValue()
                                .settings()
                                .getOrDefault("client-id", other.getKey())
                                .equals(site.clientId()))
                || properties.apiClients().containsKey(site.clientId())
                || clients.find(site.clientId()).isPresent()
                || Sites.Registered.isOne(site.clientId())
                || site.isRegistered();
        if (isTaken) {
            throw RefusedException.at("clientId", "must be one that nobody else has, was " + site.clientId());
        }
    }

    private Optional<Site> ofTheFiles(String name) {
        return sites.ofTheFiles().stream()
                .filter(site -> site.name().equals(name))
                .findFirst();
    }

    private Addition kept(String name) {
        return added.kept()
                .find(name)
                .orElseThrow(() -> new RefusedException(Problem.UNKNOWN_SITE, "there is no site \"" + name + "\""));
    }

    private void requireNoneOfTheFiles(String name) {
        if (ofTheFiles(name).isPresent()) {
            throw new RefusedException(
                    Problem.SITE_OF_THE_FILES,
                    "site " + name + " stands in the configuration files, and is changed there");
        }
    }

    private static EntityTag tag(Addition site) {
        return EntityTag.of(site.settings() + " " + site.retired());
    }
}
