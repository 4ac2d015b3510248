-- people and organizations
CREATE TABLE orgs (id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
  billing TEXT NOT NULL, technical TEXT NOT NULL, security TEXT NOT NULL,
  payment INTEGER NOT NULL DEFAULT 1, email_on INTEGER NOT NULL DEFAULT 1, uptime_on INTEGER NOT NULL DEFAULT 1,
  q_clusters INTEGER NOT NULL, q_monitors INTEGER NOT NULL, q_daily INTEGER NOT NULL, q_lb INTEGER NOT NULL,
  paused_at INTEGER, pause_reason TEXT, counters_from INTEGER NOT NULL DEFAULT 0,
  provider_verify TEXT NOT NULL DEFAULT 'accepts', provider_pages TEXT NOT NULL DEFAULT 'accepts',
  metrics_down INTEGER NOT NULL DEFAULT 0);
CREATE TABLE users (id TEXT PRIMARY KEY, label TEXT NOT NULL, email TEXT NOT NULL);
CREATE TABLE sessions (hash TEXT PRIMARY KEY, value TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE);
CREATE TABLE members (seq INTEGER PRIMARY KEY, org INTEGER NOT NULL REFERENCES orgs, user_id TEXT NOT NULL REFERENCES users,
  role TEXT NOT NULL, grants TEXT, UNIQUE (org, user_id));
CREATE TABLE custom_roles (org INTEGER NOT NULL REFERENCES orgs, id TEXT NOT NULL, name TEXT NOT NULL, description TEXT NOT NULL,
  permissions TEXT NOT NULL, scopable INTEGER NOT NULL, PRIMARY KEY (org, id));
CREATE TABLE tokens (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs,
  user_id TEXT NOT NULL REFERENCES users, name TEXT NOT NULL, start TEXT NOT NULL, hash TEXT NOT NULL UNIQUE,
  enabled INTEGER NOT NULL DEFAULT 1, expired INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL, last_request INTEGER, scope TEXT NOT NULL);
CREATE INDEX tokens_user ON tokens (user_id);
CREATE TABLE billing_collisions (email TEXT PRIMARY KEY);
CREATE TABLE switches (name TEXT PRIMARY KEY, value TEXT NOT NULL);

-- later
CREATE TABLE timers (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, entity TEXT NOT NULL, eid TEXT NOT NULL,
  data TEXT NOT NULL, made_offset INTEGER NOT NULL DEFAULT 0);
CREATE INDEX timers_at ON timers (at, id);
CREATE INDEX timers_eid ON timers (entity, eid);

-- registry
CREATE TABLE registries (id INTEGER PRIMARY KEY, org INTEGER NOT NULL REFERENCES orgs, slug TEXT NOT NULL UNIQUE,
  display_name TEXT NOT NULL, region TEXT NOT NULL, quota INTEGER NOT NULL, created_at INTEGER NOT NULL);
CREATE TABLE slug_claims (slug TEXT PRIMARY KEY, how TEXT NOT NULL, org INTEGER);
CREATE TABLE repositories (id INTEGER PRIMARY KEY, registry INTEGER NOT NULL REFERENCES registries ON DELETE CASCADE,
  name TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE (registry, name));
CREATE TABLE manifests (id INTEGER PRIMARY KEY, repo INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  digest TEXT NOT NULL, media_type TEXT NOT NULL, bytes INTEGER NOT NULL, created_at INTEGER NOT NULL, UNIQUE (repo, digest));
CREATE TABLE layers (manifest INTEGER NOT NULL REFERENCES manifests ON DELETE CASCADE, digest TEXT NOT NULL,
  bytes INTEGER NOT NULL, PRIMARY KEY (manifest, digest));
CREATE TABLE tags (repo INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, name TEXT NOT NULL,
  manifest INTEGER NOT NULL REFERENCES manifests ON DELETE CASCADE, updated_at INTEGER NOT NULL, PRIMARY KEY (repo, name));
CREATE INDEX tags_manifest ON tags (manifest);
CREATE TABLE registry_keys (seq INTEGER PRIMARY KEY, registry INTEGER NOT NULL REFERENCES registries ON DELETE CASCADE,
  key_id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, mode TEXT NOT NULL, prefixes TEXT NOT NULL,
  minted_via TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER, expired INTEGER NOT NULL DEFAULT 0,
  last_used INTEGER, revoked_at INTEGER);
CREATE TABLE logins (key_id TEXT PRIMARY KEY, org INTEGER NOT NULL REFERENCES orgs, user_id TEXT NOT NULL,
  username TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, scope TEXT NOT NULL, expires_at INTEGER NOT NULL,
  expired INTEGER NOT NULL DEFAULT 0, revoked_at INTEGER);
CREATE TABLE oidc_rules (id INTEGER PRIMARY KEY AUTOINCREMENT, registry INTEGER NOT NULL REFERENCES registries ON DELETE CASCADE,
  name TEXT NOT NULL, issuer TEXT NOT NULL, audience TEXT NOT NULL, subject TEXT NOT NULL, mode TEXT NOT NULL,
  prefixes TEXT NOT NULL, created_at INTEGER NOT NULL);
INSERT INTO sqlite_sequence (name, seq) VALUES ('oidc_rules', 7000);
CREATE TABLE upstream_creds (registry INTEGER NOT NULL REFERENCES registries ON DELETE CASCADE, host TEXT NOT NULL,
  username TEXT NOT NULL, password TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (registry, host));

-- email
CREATE TABLE domains (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs,
  name TEXT NOT NULL UNIQUE, send_state TEXT NOT NULL, receive_state TEXT NOT NULL, selector TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE TABLE dns_records (id INTEGER PRIMARY KEY, domain TEXT NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
  capability TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, priority INTEGER, published TEXT);
CREATE INDEX dns_domain ON dns_records (domain);
CREATE TABLE domain_claims (name TEXT PRIMARY KEY);
CREATE TABLE send_keys (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs, name TEXT NOT NULL,
  key_id TEXT NOT NULL UNIQUE, hash TEXT NOT NULL UNIQUE, domain_ids TEXT NOT NULL, created_at INTEGER NOT NULL, last_used INTEGER,
  revoked_at INTEGER);
CREATE TABLE webhooks (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs, url TEXT NOT NULL,
  event_types TEXT NOT NULL, disabled INTEGER NOT NULL DEFAULT 0, secret TEXT NOT NULL, created_at INTEGER NOT NULL, script TEXT);
CREATE TABLE routes (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs,
  domain TEXT NOT NULL REFERENCES domains (id) ON DELETE CASCADE, pattern TEXT NOT NULL,
  endpoint TEXT NOT NULL REFERENCES webhooks (id), created_at INTEGER NOT NULL, UNIQUE (domain, pattern));
CREATE TABLE messages (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs, domain TEXT NOT NULL,
  direction TEXT NOT NULL, state TEXT NOT NULL, sender TEXT NOT NULL, rcpt TEXT NOT NULL, cc TEXT, subject TEXT, raw TEXT NOT NULL,
  size INTEGER NOT NULL, door TEXT, last_error TEXT, created_at INTEGER NOT NULL, sent_at INTEGER, state_at INTEGER NOT NULL,
  left_out TEXT NOT NULL DEFAULT '[]');
CREATE INDEX messages_org ON messages (org, created_at, seq);
CREATE TABLE recipients (message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE, address TEXT NOT NULL);
CREATE INDEX recipients_addr ON recipients (address, message);
CREATE TABLE message_events (seq INTEGER PRIMARY KEY, message TEXT NOT NULL REFERENCES messages (id), org INTEGER NOT NULL,
  kind TEXT NOT NULL, bounce_type TEXT, recipient TEXT, detail TEXT, at INTEGER NOT NULL);
CREATE INDEX mev ON message_events (message);
CREATE INDEX mev_org ON message_events (org, kind, at);
CREATE TABLE suppressions (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs, address TEXT NOT NULL,
  reason TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE (org, address));
CREATE TABLE deliveries (id INTEGER PRIMARY KEY AUTOINCREMENT, org INTEGER NOT NULL REFERENCES orgs, endpoint TEXT NOT NULL,
  event_type TEXT NOT NULL, message TEXT, domain TEXT, payload TEXT NOT NULL, event_id TEXT NOT NULL, state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, last_status INTEGER, last_error TEXT, delivered_at INTEGER, created_at INTEGER NOT NULL);
CREATE INDEX deliveries_org ON deliveries (org, id);
CREATE INDEX deliveries_ep ON deliveries (endpoint, id);
INSERT INTO sqlite_sequence (name, seq) VALUES ('deliveries', 50000);
CREATE TABLE attempts (id INTEGER PRIMARY KEY, delivery INTEGER NOT NULL, endpoint TEXT NOT NULL, attempt INTEGER NOT NULL,
  at INTEGER NOT NULL, url TEXT NOT NULL, headers TEXT NOT NULL, body TEXT NOT NULL, scripted INTEGER NOT NULL, status INTEGER, error TEXT);

-- on-call
CREATE TABLE oc_policies (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs, name TEXT NOT NULL,
  repeat INTEGER NOT NULL, steps TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE TABLE oc_services (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs, name TEXT NOT NULL,
  policy TEXT REFERENCES oc_policies (id), created_at INTEGER NOT NULL);
CREATE TABLE schedules (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs, name TEXT NOT NULL,
  timezone TEXT NOT NULL, participants TEXT NOT NULL, handoff TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE TABLE overrides (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, schedule TEXT NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL, label TEXT NOT NULL, starts TEXT NOT NULL, ends TEXT NOT NULL, starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL);
CREATE INDEX overrides_s ON overrides (schedule);
CREATE TABLE incidents (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs,
  service TEXT NOT NULL REFERENCES oc_services (id), title TEXT NOT NULL, description TEXT, status TEXT NOT NULL,
  manual INTEGER NOT NULL, opened_at INTEGER NOT NULL, acked_at INTEGER, acked_by TEXT, resolved_at INTEGER, resolved_by TEXT, quiet_since INTEGER);
INSERT INTO sqlite_sequence (name, seq) VALUES ('incidents', 1000);
CREATE INDEX incidents_org ON incidents (org, status, seq);
CREATE INDEX incidents_service ON incidents (service, status, seq);
CREATE TABLE alerts (seq INTEGER PRIMARY KEY, incident TEXT NOT NULL REFERENCES incidents (id), service TEXT NOT NULL, fingerprint TEXT NOT NULL,
  status TEXT NOT NULL, title TEXT NOT NULL, labels TEXT NOT NULL, annotations TEXT NOT NULL, starts_at INTEGER NOT NULL, ends_at INTEGER,
  notified INTEGER NOT NULL DEFAULT 1, UNIQUE (incident, fingerprint));
CREATE INDEX alerts_service ON alerts (service, fingerprint, seq);
CREATE TABLE timeline (seq INTEGER PRIMARY KEY, incident TEXT NOT NULL REFERENCES incidents (id), at INTEGER NOT NULL, kind TEXT NOT NULL, note TEXT NOT NULL);
CREATE INDEX timeline_i ON timeline (incident);
CREATE TABLE updates (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, incident TEXT NOT NULL REFERENCES incidents (id), at INTEGER NOT NULL,
  body TEXT NOT NULL, by_label TEXT NOT NULL);
CREATE INDEX updates_i ON updates (incident);
CREATE TABLE alert_sources (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs, name TEXT NOT NULL,
  service TEXT NOT NULL REFERENCES oc_services (id), hash TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, last_event INTEGER, revoked_at INTEGER);
CREATE TABLE paging (user_id TEXT PRIMARY KEY REFERENCES users, phone TEXT NOT NULL, rules TEXT);
CREATE TABLE providers (org INTEGER PRIMARY KEY REFERENCES orgs, account_sid TEXT NOT NULL, auth_token TEXT NOT NULL, from_number TEXT NOT NULL, updated_at INTEGER NOT NULL);
CREATE TABLE pages (id INTEGER PRIMARY KEY, org INTEGER NOT NULL, at INTEGER NOT NULL, incident TEXT NOT NULL, user_id TEXT NOT NULL,
  channel TEXT NOT NULL, dest TEXT NOT NULL, step INTEGER NOT NULL, round INTEGER NOT NULL, outcome TEXT NOT NULL, error TEXT);

-- clusters
CREATE TABLE clusters (id INTEGER PRIMARY KEY, org INTEGER NOT NULL REFERENCES orgs, name TEXT NOT NULL, tier TEXT NOT NULL, version TEXT NOT NULL,
  replicas INTEGER NOT NULL, mesh INTEGER NOT NULL, datastore TEXT NOT NULL, lb_enabled INTEGER NOT NULL, lb_max INTEGER, phase TEXT NOT NULL,
  endpoint TEXT NOT NULL, wanted TEXT, headroom TEXT NOT NULL, foreign_change TEXT, reads_left INTEGER, created_at INTEGER NOT NULL, UNIQUE (org, name));
CREATE TABLE nodes (seq INTEGER PRIMARY KEY, cluster INTEGER NOT NULL REFERENCES clusters ON DELETE CASCADE, name TEXT NOT NULL,
  ready INTEGER NOT NULL, agent TEXT NOT NULL, UNIQUE (cluster, name));
CREATE TABLE balancers (seq INTEGER PRIMARY KEY, cluster INTEGER NOT NULL REFERENCES clusters ON DELETE CASCADE, service TEXT NOT NULL, ip TEXT NOT NULL, UNIQUE (cluster, service));
CREATE TABLE join_tokens (id INTEGER PRIMARY KEY, cluster INTEGER NOT NULL REFERENCES clusters ON DELETE CASCADE, hash TEXT NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL, expired INTEGER NOT NULL DEFAULT 0, used_by TEXT);
CREATE TABLE reg_tokens (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, cluster INTEGER NOT NULL REFERENCES clusters ON DELETE CASCADE,
  name TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, expires_at INTEGER, expired INTEGER NOT NULL DEFAULT 0, last_used INTEGER,
  disabled INTEGER NOT NULL DEFAULT 0, revoked_at INTEGER);
CREATE TABLE kubeconfigs (id INTEGER PRIMARY KEY, cluster INTEGER NOT NULL REFERENCES clusters ON DELETE CASCADE, hash TEXT NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL, expired INTEGER NOT NULL DEFAULT 0);

-- uptime
CREATE TABLE up_services (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs, name TEXT NOT NULL,
  folded TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE (org, folded));
CREATE TABLE monitors (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs, name TEXT NOT NULL,
  service TEXT REFERENCES up_services (id), enabled INTEGER NOT NULL, interval_s INTEGER NOT NULL, vantages TEXT NOT NULL, timeout_ms INTEGER NOT NULL,
  confirmations INTEGER NOT NULL, quorum INTEGER NOT NULL, kind TEXT NOT NULL, spec TEXT NOT NULL, state TEXT NOT NULL, state_since INTEGER,
  streaks TEXT NOT NULL DEFAULT '{}', last_at INTEGER, metrics_down INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER);
CREATE INDEX monitors_org ON monitors (org, deleted_at);
CREATE INDEX monitors_service ON monitors (service, deleted_at);
CREATE TABLE probes (seq INTEGER PRIMARY KEY, monitor TEXT NOT NULL REFERENCES monitors (id), vantage TEXT NOT NULL, at INTEGER NOT NULL, outcome TEXT NOT NULL,
  latency REAL, attempt INTEGER NOT NULL, error_kind TEXT, error_detail TEXT, snippet TEXT);
CREATE INDEX probes_m ON probes (monitor, at);
CREATE TABLE transitions (seq INTEGER PRIMARY KEY, monitor TEXT NOT NULL REFERENCES monitors (id), at INTEGER NOT NULL, was TEXT NOT NULL, becomes TEXT NOT NULL, failing TEXT NOT NULL);
CREATE INDEX transitions_m ON transitions (monitor);
CREATE TABLE export_tokens (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, org INTEGER NOT NULL REFERENCES orgs, name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, last_used INTEGER, revoked_at INTEGER);
