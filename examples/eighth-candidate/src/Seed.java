package eighth;

import java.util.*;

/** What a world begins with. */
final class Seed {
    static void fill(World w) {
        Org acme = new Org("acme"), globex = new Org("globex");
        w.orgs.put(acme.slug, acme);
        w.orgs.put(globex.slug, globex);
        person(w, acme, "usr-1001", "Olga Owner", "olga@acme.example", "sess-olga-7f31", "owner", "owner");
        person(w, acme, "usr-1002", "Arne Admin", "arne@acme.example", "sess-arne-20c4", "admin", "admin");
        person(w, acme, "usr-1003", "Mia Member", "mia@acme.example", "sess-mia-9b02", "member", "member");
        person(w, acme, "usr-1004", "Max Member", "max@acme.example", "sess-max-51de", "member2", "member");
        person(w, acme, "usr-1005", "Vik Viewer", "vik@acme.example", "sess-vik-c88a", "viewer", "viewer");
        Membership sam = person(w, acme, "usr-1006", "Sam Scoped", "sam@acme.example", "sess-sam-03fb", "scoped", "member");
        Membership pia = person(w, acme, "usr-1007", "Pia Both", "pia@both.example", "sess-pia-64aa", "both", "member");
        person(w, globex, "usr-2001", "Otto Outsider", "otto@globex.example", "sess-otto-e1d9", "outsider", "owner");
        globex.members.put(pia.user.id, new Membership(pia.user, "admin"));

        Set<String> mail = new LinkedHashSet<>(List.of("email.domain.read", "email.domain.write", "email.route.read", "email.message.read"));
        acme.customRoles.put("custom:mail-operator", new Role("custom:mail-operator", "Mail operator", "Looks after sending domains", "custom", "email", true, mail));

        w.registries.make(acme, "acme-platform", "Acme platform", null);
        w.registries.pushed(new Body(Json.obj("registry", "acme-platform", "repository", "platform/gateway", "tags", List.of("2.3.0", "stable")), "", 400));
        w.registries.make(globex, "globex-images", null, "us-east");
        Email.Domain d = w.email.makeDomain(acme, "mail.acme.example");
        for (Email.Rec r : d.records) r.published = r.value;
        d.send = "verified";
        w.email.makeDomain(globex, "mail.globex.example");
        w.oncall.makeService(acme, "svc-checkout", "Checkout");
        w.oncall.makeService(acme, "svc-search", "Search");
        w.oncall.makeService(globex, "svc-globex-web", "Globex web");
        Clusters.Spec s = new Clusters.Spec();
        s.tier = "medium";
        s.version = "v1.31.7";
        s.replicas = 3;
        Clusters.Cluster k = w.clusters.make(acme, "acme-prod", "shared", s, true, true);
        w.clusters.join(k, "acme-prod-w1", null, "v1.31.7", true, 409);
        w.clusters.join(k, "acme-prod-w2", null, "v1.31.2", true, 409);
        Uptime.Service u = w.uptime.makeService(acme, "Storefront");
        Uptime.Monitor m = new Uptime.Monitor();
        m.name = "Storefront home";
        m.kind = "http";
        m.serviceId = u.id;
        m.interval = 60;
        m.vantages = List.of("eu-fra", "us-iad");
        m.target = Json.obj("url", "https://www.acme.example/", "method", "GET", "followRedirects", true, "expectStatus", List.of("2xx"));
        w.uptime.store(acme, m);
        sam.grants = List.of(new Grant("ROLE_REGISTRY_READER", List.of("acme-platform")), new Grant("ROLE_EMAIL_EDITOR", List.of(d.id)), new Grant("ROLE_UPTIME_READER", List.of(u.id)));
    }

    private static Membership person(World w, Org o, String id, String label, String email, String session, String actor, String role) {
        Membership m = new Membership(w.addUser(id, label, email, session, actor), role);
        o.members.put(id, m);
        return m;
    }
}
