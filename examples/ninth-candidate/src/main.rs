//! An organization operations control API, and its own driver. See README.md and CHOICES.md.
#[macro_use]
mod json;
mod clusters;
mod control;
mod email;
mod http;
mod jwt;
mod oncall;
mod registry;
mod tokens;
mod tz;
mod uptime;
mod util;
mod world;
use http::{err, unpercent, Req, Resp};
use std::sync::{Arc, Mutex};
use world::{lock, World, WORLD};

/// Method, path below /api/v1, operation, area ('d': a door that authenticates by itself).
const ROUTES: &[(&str, &str, &str, char)] = &[
    ("GET", "tokens", "listTokens", 't'), ("POST", "tokens", "createToken", 't'), ("GET", "tokens/scope-options", "getTokenScopeOptions", 't'),
    ("GET", "iam/catalog", "getIamCatalog", 't'), ("GET", "iam/permissions", "listPermissions", 't'), ("GET", "organization/contacts", "getContacts", 't'), ("PATCH", "organization/contacts", "updateContacts", 't'),
    ("GET", "registry/catalog", "listUpstreams", 'r'), ("GET", "registry/spaces", "listRegistries", 'r'), ("POST", "registry/spaces", "createRegistry", 'r'), ("GET", "registry/spaces/{}", "getRegistry", 'r'), ("DELETE", "registry/spaces/{}", "deleteRegistry", 'r'),
    ("POST", "registry/logins", "createLoginCredential", 'r'), ("DELETE", "registry/logins/{}", "revokeLoginCredential", 'r'),
    ("GET", "registry/spaces/{}/tags", "listTags", 'r'), ("DELETE", "registry/spaces/{}/tags", "deleteTag", 'r'), ("GET", "registry/spaces/{}/keys", "listRegistryKeys", 'r'), ("POST", "registry/spaces/{}/keys", "createRegistryKey", 'r'), ("POST", "registry/spaces/{}/keys/{}/revoke", "revokeRegistryKey", 'r'),
    ("GET", "registry/spaces/{}/images", "listManifests", 'r'), ("DELETE", "registry/spaces/{}/images", "deleteManifest", 'r'), ("GET", "registry/spaces/{}/trust", "listOidcRules", 'r'), ("POST", "registry/spaces/{}/trust", "createOidcRule", 'r'), ("DELETE", "registry/spaces/{}/trust/{}", "deleteOidcRule", 'r'),
    ("GET", "registry/spaces/{}/repositories", "listRepositories", 'r'), ("DELETE", "registry/spaces/{}/repositories", "deleteRepository", 'r'), ("GET", "registry/spaces/{}/upstreams", "listUpstreamCredentials", 'r'), ("PUT", "registry/spaces/{}/upstreams/{}", "setUpstreamCredential", 'r'), ("DELETE", "registry/spaces/{}/upstreams/{}", "deleteUpstreamCredential", 'r'),
    ("GET", "email/keys", "listSendKeys", 'e'), ("POST", "email/keys", "createSendKey", 'e'), ("DELETE", "email/keys/{}", "revokeSendKey", 'e'), ("GET", "email/routes", "listRoutes", 'e'), ("POST", "email/routes", "createRoute", 'e'), ("DELETE", "email/routes/{}", "deleteRoute", 'e'),
    ("GET", "email/domains", "listDomains", 'e'), ("POST", "email/domains", "createDomain", 'e'), ("GET", "email/domains/{}", "getDomain", 'e'), ("DELETE", "email/domains/{}", "deleteDomain", 'e'), ("GET", "email/domains/{}/dns", "getDomainDns", 'e'), ("POST", "email/domains/{}/check", "checkDomain", 'e'), ("POST", "email/domains/{}/receive", "armDomainReceiving", 'e'),
    ("GET", "email/messages", "listMessages", 'e'), ("GET", "email/messages/{}", "getMessage", 'e'), ("GET", "email/messages/{}/content", "getMessageContent", 'e'), ("GET", "email/settings", "getEmailSettings", 'e'), ("GET", "email/suppressions", "listSuppressions", 'e'), ("POST", "email/suppressions", "createSuppression", 'e'), ("DELETE", "email/suppressions/{}", "deleteSuppression", 'e'),
    ("GET", "email/webhooks", "listWebhooks", 'e'), ("POST", "email/webhooks", "createWebhook", 'e'), ("PATCH", "email/webhooks/{}", "updateWebhook", 'e'), ("DELETE", "email/webhooks/{}", "deleteWebhook", 'e'), ("POST", "email/webhooks/{}/rotate-secret", "rotateWebhookSecret", 'e'), ("GET", "email/webhook-deliveries", "listDeliveries", 'e'), ("POST", "email/webhook-deliveries/{}/redeliver", "redeliverDelivery", 'e'),
    ("GET", "oncall/provider", "getProviderCredential", 'o'), ("PUT", "oncall/provider", "setProviderCredential", 'o'), ("DELETE", "oncall/provider", "clearProviderCredential", 'o'),
    ("GET", "oncall/incidents", "listIncidents", 'o'), ("POST", "oncall/incidents", "openIncident", 'o'), ("GET", "oncall/incidents/{}", "getIncident", 'o'), ("PUT", "oncall/incidents/{}/acknowledgement", "acknowledgeIncident", 'o'), ("PUT", "oncall/incidents/{}/resolution", "resolveIncident", 'o'), ("POST", "oncall/incidents/{}/updates", "publishUpdate", 'o'), ("DELETE", "oncall/incidents/{}/updates/{}", "retractUpdate", 'o'),
    ("GET", "oncall/schedules", "listSchedules", 'o'), ("POST", "oncall/schedules", "createSchedule", 'o'), ("PATCH", "oncall/schedules/{}", "updateSchedule", 'o'), ("DELETE", "oncall/schedules/{}", "deleteSchedule", 'o'), ("POST", "oncall/schedules/{}/overrides", "addOverride", 'o'), ("DELETE", "oncall/schedules/{}/overrides/{}", "removeOverride", 'o'),
    ("GET", "oncall/me/paging", "getPagingSettings", 'o'), ("PUT", "oncall/me/paging", "savePagingSettings", 'o'), ("GET", "oncall/sources", "listAlertSources", 'o'), ("POST", "oncall/sources", "createAlertSource", 'o'), ("DELETE", "oncall/sources/{}", "revokeAlertSource", 'o'), ("PUT", "oncall/services/{}/policy", "setServiceEscalationPolicy", 'o'),
    ("GET", "oncall/policies", "listEscalationPolicies", 'o'), ("POST", "oncall/policies", "createEscalationPolicy", 'o'), ("PATCH", "oncall/policies/{}", "updateEscalationPolicy", 'o'), ("DELETE", "oncall/policies/{}", "deleteEscalationPolicy", 'o'),
    ("GET", "clusters", "listClusters", 'c'), ("POST", "clusters", "createCluster", 'c'), ("GET", "clusters/{}", "getCluster", 'c'), ("PATCH", "clusters/{}", "updateCluster", 'c'), ("DELETE", "clusters/{}", "deleteCluster", 'c'), ("GET", "clusters/{}/usage", "getClusterUsage", 'c'), ("GET", "clusters/{}/nodes", "listNodes", 'c'), ("GET", "clusters/{}/kubeconfig", "getKubeconfig", 'c'), ("POST", "clusters/{}/join-tokens", "createJoinToken", 'c'), ("DELETE", "clusters/{}/nodes/{}", "deleteNode", 'c'),
    ("GET", "clusters/{}/registration-tokens", "listRegistrationTokens", 'c'), ("POST", "clusters/{}/registration-tokens", "createRegistrationToken", 'c'), ("PATCH", "clusters/{}/registration-tokens/{}", "updateRegistrationToken", 'c'), ("DELETE", "clusters/{}/registration-tokens/{}", "deleteRegistrationToken", 'c'),
    ("GET", "uptime/ping", "pingUptime", 'u'), ("GET", "uptime/catalog", "getUptimeCatalog", 'u'), ("GET", "uptime/services", "listUptimeServices", 'u'), ("POST", "uptime/services", "createUptimeService", 'u'), ("PATCH", "uptime/services/{}", "renameUptimeService", 'u'), ("DELETE", "uptime/services/{}", "deleteUptimeService", 'u'),
    ("GET", "uptime/monitors", "listMonitors", 'u'), ("POST", "uptime/monitors", "createMonitor", 'u'), ("GET", "uptime/monitors/{}", "getMonitor", 'u'), ("PATCH", "uptime/monitors/{}", "updateMonitor", 'u'), ("DELETE", "uptime/monitors/{}", "deleteMonitor", 'u'), ("GET", "uptime/monitors/{}/metrics", "getMonitorMetrics", 'u'), ("GET", "uptime/monitors/{}/failures", "listMonitorFailures", 'u'), ("GET", "uptime/monitors/{}/transitions", "listMonitorTransitions", 'u'),
    ("GET", "uptime/export-tokens", "listExportTokens", 'u'), ("POST", "uptime/export-tokens", "createExportToken", 'u'), ("DELETE", "uptime/export-tokens/{}", "revokeExportToken", 'u'),
    // side doors
    ("POST", "oncall/ingest/{}", "receiveAlerts", 'd'), ("GET", "oncall/services", "listOncallServices", 'o'), ("POST", "oncall/services", "createOncallService", 'o'), ("GET", "oncall/public/{}", "getStatusPage", 'd'), ("GET", "uptime/scrape", "scrapeMetrics", 'd'),
    ("POST", "registry/exchange", "exchangeOidcToken", 'd'), ("POST", "registry/authorize", "authorizeDataPlane", 'd'), ("POST", "clusters/{}/join", "joinNode", 'd'), ("GET", "cluster-versions", "listClusterVersions", 'c'), ("POST", "email/send", "sendMessage", 'd'),
];

fn matches(pattern: &str, segs: &[String]) -> Option<Vec<String>> {
    let mut it = pattern.split('/');
    let mut p = vec![];
    for s in segs { match it.next()? { "{}" if !s.is_empty() => p.push(s.clone()), x if x == s => {} _ => return None } }
    if it.next().is_none() { Some(p) } else { None }
}

fn answer(mut q: Req) -> Result<Resp, Resp> {
    if q.path.starts_with("/_understudy") {
        let mut w = lock();
        w.run_due();
        let r = control::handle(&mut w, &q);
        w.run_due();
        return r
    }
    let Some(rest) = q.path.strip_prefix("/api/v1/") else { return err(404, "no such path") };
    let Some(segs) = rest.split('/').map(|s| unpercent(s, false)).collect::<Option<Vec<String>>>() else { return err(400, "a bad path") };
    let method = if q.method == "HEAD" { "GET" } else { q.method.as_str() };
    let mut hit = None;
    let mut allow = vec![];
    for r in ROUTES {
        if let Some(p) = matches(r.1, &segs) {
            // a literal segment beats a parameter
            if r.0 == method { if hit.as_ref().map_or(true, |(x, _): &(&(&str, &str, &str, char), Vec<String>)| x.1.contains("{}") && !r.1.contains("{}")) { hit = Some((r, p)) } } else { allow.push(r.0) }
        }
    }
    let Some((r, p)) = hit else {
        if allow.is_empty() { return err(404, "no such path") }
        return err(405, "no such method here").map_err(|mut e: Resp| { e.headers.push(("Allow".into(), allow.join(", "))); e })
    };
    q.p = p;
    // fetching an issuer's keys takes a while: not under the lock
    let trust = if r.2 == "exchangeOidcToken" { registry::issuer(&q).map(|(t, i)| jwt::trust(&t, &i)) } else { None };
    let mut w = lock();
    w.run_due();
    let w2 = &mut *w;
    let out = (|| {
        if r.3 == 'd' {
            return match r.2 {
                "receiveAlerts" | "getStatusPage" => oncall::door(w2, r.2, &q),
                "scrapeMetrics" => uptime::door(w2, &q),
                "joinNode" => clusters::door(w2, &q),
                "sendMessage" => email::door(w2, &q),
                _ => registry::door(w2, r.2, &q, trust),
            }
        }
        let c = w2.authenticate(&q)?;
        match r.3 { 't' => tokens::handle(w2, r.2, &c, &q), 'r' => registry::handle(w2, r.2, &c, &q), 'e' => email::handle(w2, r.2, &c, &q), 'o' => oncall::handle(w2, r.2, &c, &q), 'c' => clusters::handle(w2, r.2, &c, &q), _ => uptime::handle(w2, r.2, &c, &q) }
    })();
    w.run_due();
    out
}

/// Starts what the timers put out to be sent.
fn flush() {
    let (epoch, jobs) = { let mut w = lock(); if w.outbox.is_empty() { return } (w.epoch, std::mem::take(&mut w.outbox)) };
    for (org, id) in jobs { std::thread::spawn(move || email::send(epoch, org, id)); }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let port: u16 = args.iter().position(|a| a == "--port").and_then(|i| args.get(i + 1)).and_then(|p| p.parse().ok()).unwrap_or(8090);
    let _ = WORLD.set(Mutex::new(World::fresh(1)));
    let l = std::net::TcpListener::bind(("127.0.0.1", port)).unwrap_or_else(|e| { eprintln!("cannot listen on {port}: {e}"); std::process::exit(1) });
    println!("http://127.0.0.1:{}", l.local_addr().unwrap().port());
    std::thread::spawn(|| loop {
        std::thread::sleep(std::time::Duration::from_millis(20));
        lock().run_due();
        flush();
    });
    http::serve(l, Arc::new(|q| {
        let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| answer(q))).unwrap_or_else(|_| { lock().clock.firing = None; err(500, "an internal error") });
        flush();
        match r { Ok(r) => r, Err(r) => r }
    }));
}
