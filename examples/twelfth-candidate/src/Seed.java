import java.util.*;

/** The world at its start: a bank's tenant and a smaller one next to it. */
final class Seed {
    static void person(World w, String id, String label, String email, String session, String... seats) {
        w.users.put(id, Obj.of("id", id, "label", label, "email", email, "session", session));
        w.sessions.put(session, w.users.get(id));
        for (int i = 0; i < seats.length; i += 2) w.seats.put(seats[i] + " " + id, Obj.of("org", seats[i], "user", id, "role", seats[i + 1]));
    }
    static void org(World w, String slug, String name) {
        w.orgs.put(slug, Obj.of("slug", slug, "name", name, "billingEmail", "accounts@" + slug + ".example", "technicalEmail", "unassigned@" + slug + ".invalid", "securityEmail", "unassigned@" + slug + ".invalid",
            "email", true, "uptime", true, "payment", true, "clusters", 8L, "monitors", 20L, "daily", 400L, "provider", "accepts", "pages", "accepts"));
    }
    static void fill(World w) {
        w.firstOrg = "meridian";
        org(w, "meridian", "Meridian Trust Bank");
        org(w, "tallis", "Tallis Clearing");
        person(w, "p-2101", "Ines Calloway", "ines.calloway@meridian.example", "key-ines-7c2f90", "meridian", "owner");
        person(w, "p-2102", "Rui Batista", "rui.batista@meridian.example", "key-rui-7c2f90", "meridian", "admin");
        person(w, "p-2103", "Hana Okafor", "hana.okafor@meridian.example", "key-hana-7c2f90", "meridian", "member");
        person(w, "p-2104", "Pavel Strand", "pavel.strand@meridian.example", "key-pavel-7c2f90", "meridian", "member");
        person(w, "p-2105", "Lotte Brandt", "lotte.brandt@meridian.example", "key-lotte-7c2f90", "meridian", "viewer");
        person(w, "p-2106", "Sami Yildiz", "sami.yildiz@meridian.example", "key-sami-7c2f90", "meridian", "member");
        person(w, "p-2107", "Noor Farouk", "noor.farouk@crossing.example", "key-noor-7c2f90", "meridian", "member", "tallis", "admin");
        person(w, "p-2108", "Teo Marchetti", "teo.marchetti@tallis.example", "key-teo-7c2f90", "tallis", "owner");
        w.customRoles.put("meridian custom.release-desk", Obj.of("id", "custom.release-desk", "name", "Release desk", "description", "Pushes images and looks after tags", "kind", "custom", "scopable", true,
            "permissions", new ArrayList<>(List.of("registry.registry.read", "registry.repository.read", "registry.repository.write")), "_org", "meridian"));
        for (String s : List.of("meridian", "tallis")) {
            for (String n : s.equals("meridian") ? List.of("Card payments", "Ledger", "Branch terminals") : List.of("Clearing house")) {
                String id = w.id();
                w.ocServices.put(id, Obj.of("id", id, "name", n, "createdAt", w.stamp(), "_org", s));
            }
            // ids that a profile can name
        }
        renameService(w, "Card payments", "line-cards");
        renameService(w, "Ledger", "line-ledger");
        renameService(w, "Branch terminals", "line-branches");
        renameService(w, "Clearing house", "line-clearing");
        Registry.make(w, "meridian", "meridian-core", "Core images", "vie-1");
        Registry.push(w, "meridian-core", "vault/web", List.of("stable", "7.2"), null, "application/vnd.oci.image.manifest.v1+json", 1480L, null, w.now());
        Registry.make(w, "tallis", "tallis-main", "Tallis images", "zrh-1");
        Obj d = Email.make(w, "meridian", "notices.meridian.example");
        for (Obj r : d.<Obj>list("dnsRecords")) w.dns.put(r.s("type") + " " + r.s("name"), r.s("value"));
        d.put("sendState", "verified");
        Email.make(w, "tallis", "post.tallis.example");
        Obj c = Clusters.make(w, "meridian", "ledger-prod", "medium", "1.31.10", 3);
        c.put("phase", "in-service");
        Clusters.addNode(w, c, "rack-a1", "1.31.10", true);
        Obj c2 = Clusters.make(w, "tallis", "clearing-prod", "small", "1.31.10", 1);
        c2.put("phase", "in-service");
        Uptime.service(w, "meridian", "Public site");
        Uptime.service(w, "tallis", "Clearing site");
        Obj sami = w.seat("meridian", "p-2106");
        sami.put("_grants", new ArrayList<>(List.of(
            new Iam.Grant("email.engineer", Iam.permsOf(w, "meridian", "email.engineer"), Set.of(d.s("id"))),
            new Iam.Grant("registry.auditor", Iam.permsOf(w, "meridian", "registry.auditor"), Set.of("meridian-core")))));
    }
    private static void renameService(World w, String name, String id) {
        for (Obj s : new ArrayList<>(w.ocServices.values())) if (s.is("name", name)) { w.ocServices.remove(s.s("id")); s.put("id", id); w.ocServices.put(id, s); }
    }
}
