package eighth;

import java.util.*;

/** A grantable role. */
record Role(String id, String name, String description, String kind, String service, boolean scopable, Set<String> permissions) {}

/** Somebody who calls, with what they may do. */
final class Caller {
    final User user;
    final Membership member;
    final Org org;
    final Tokens.Token token;

    Caller(User user, Membership member, Org org, Tokens.Token token) {
        this.user = user;
        this.member = member;
        this.org = org;
        this.token = token;
    }

    boolean governs() { return member.role.equals("owner") || member.role.equals("admin"); }

    private boolean granted(List<Grant> grants, String perm, boolean any, String... ids) {
        for (Grant g : grants) {
            Role r = Access.role(org, g.role());
            if (r == null || !r.permissions().contains(perm)) continue;
            if (any || g.resourceIds() == null || g.resourceIds().isEmpty()) return true;
            for (String id : ids) if (id != null && g.resourceIds().contains(id)) return true;
        }
        return false;
    }

    private boolean check(String perm, boolean any, String... ids) {
        boolean own = member.grants == null ? Access.ofRole(member.role).contains(perm) : granted(member.grants, perm, any, ids);
        return own && (token == null || token.scope == null || granted(token.scope, perm, any, ids));
    }

    /** On the whole organization, or on one of these instances. */
    boolean can(String perm, String... ids) { return check(perm, false, ids); }

    /** On anything at all. */
    boolean some(String perm) { return check(perm, true); }

    void need(String perm, String... ids) {
        if (!can(perm, ids)) throw ApiError.forbidden("the permission " + perm + " is missing" + (ids.length > 0 ? " on this resource" : ""));
    }
}

/** Permissions and roles. */
final class Access {
    static final String[] TIERS = {"read", "write", "admin"};
    /** service, label, then resource and label alternating. */
    static final String[][] CATALOG = {
        {"clusters", "Managed clusters", "cluster", "Clusters", "node", "Nodes", "token", "Join and registration tokens", "kubeconfig", "Client configuration"},
        {"email", "Email", "domain", "Domains", "route", "Inbound routes", "key", "Send keys", "message", "Messages", "suppression", "Suppressions", "webhook", "Webhook endpoints", "settings", "Sending posture"},
        {"iam", "Identity and access", "grant", "Grants", "role", "Roles"},
        {"oncall", "On-call", "incident", "Incidents", "schedule", "Schedules", "policy", "Escalation policies", "source", "Alert sources", "service", "Services", "provider", "SMS and voice provider"},
        {"organization", "Organization", "contact", "Contacts"},
        {"registry", "Container registry", "registry", "Registries", "repository", "Repositories", "key", "Registry keys", "rule", "OIDC access rules", "upstream", "Upstream credentials"},
        {"uptime", "Uptime", "service", "Services", "monitor", "Monitors", "export", "Export tokens"},
    };
    static final Set<String> ALL = new LinkedHashSet<>();
    private static final Set<String> MEMBER = new LinkedHashSet<>();
    private static final Set<String> VIEWER = new LinkedHashSet<>();
    static final Map<String, Role> BUILTIN = new LinkedHashMap<>();

    static {
        for (String[] s : CATALOG)
            for (int i = 2; i < s.length; i += 2)
                for (String t : TIERS) ALL.add(s[0] + "." + s[i] + "." + t);
        for (String p : ALL) {
            if (p.startsWith("iam.")) continue;
            if (p.endsWith(".read")) VIEWER.add(p);
            if (p.endsWith(".read") || p.endsWith(".write") && !p.startsWith("organization.")) MEMBER.add(p);
        }
        VIEWER.add("iam.role.read");
        MEMBER.add("iam.role.read");
        org("ROLE_ORG_VIEWER", "Organization viewer", "Reads everything", VIEWER);
        org("ROLE_ORG_MEMBER", "Organization member", "Reads and changes everything but access", MEMBER);
        org("ROLE_ORG_ADMIN", "Organization administrator", "May do everything", ALL);
        for (String[] s : CATALOG) {
            if (s[0].equals("iam") || s[0].equals("organization")) continue;
            Set<String> read = new LinkedHashSet<>(), write = new LinkedHashSet<>(), admin = new LinkedHashSet<>();
            for (String p : ALL) {
                if (!p.startsWith(s[0] + ".")) continue;
                admin.add(p);
                if (!p.endsWith(".admin")) write.add(p);
                if (p.endsWith(".read")) read.add(p);
            }
            String up = s[0].toUpperCase(Locale.ROOT);
            service("ROLE_" + up + "_READER", s[1] + " reader", "Reads " + s[1], s[0], read);
            service("ROLE_" + up + "_EDITOR", s[1] + " editor", "Reads and changes " + s[1], s[0], write);
            service("ROLE_" + up + "_ADMIN", s[1] + " administrator", "Everything in " + s[1], s[0], admin);
        }
    }

    private static void org(String id, String name, String d, Set<String> p) {
        BUILTIN.put(id, new Role(id, name, d, "builtin", null, false, p));
    }

    private static void service(String id, String name, String d, String service, Set<String> p) {
        BUILTIN.put(id, new Role(id, name, d, "builtin", service, true, p));
    }

    static Role role(Org o, String id) {
        Role r = BUILTIN.get(id);
        return r != null ? r : o.customRoles.get(id);
    }

    static Set<String> ofRole(String role) {
        return switch (role) {
            case "owner", "admin" -> ALL;
            case "member" -> MEMBER;
            case "viewer" -> VIEWER;
            default -> Set.of();
        };
    }

    record Instance(String service, String id, String name, String perm) {}

    /** The live instances that a grant can be narrowed to. */
    static List<Instance> instances(Org o) {
        List<Instance> l = new ArrayList<>();
        for (var r : o.registry.registries.values()) l.add(new Instance("registry", r.slug, r.displayName, "registry.registry.read"));
        for (var d : o.email.domains.values()) l.add(new Instance("email", d.id, d.name, "email.domain.read"));
        for (var s : o.oncall.services.values()) l.add(new Instance("oncall", s.id, s.name, "oncall.service.read"));
        for (var k : o.clusters.values()) l.add(new Instance("clusters", k.name, k.name, "clusters.cluster.read"));
        for (var s : o.uptime.services.values()) l.add(new Instance("uptime", s.id, s.name, "uptime.service.read"));
        return l;
    }
}
