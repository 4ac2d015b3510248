"""The SQLite database (in memory) and its schema.

Everything runs on the event loop's thread. A request handler does its database work in one synchronous
stretch inside `transaction()`, so requests never see each other's half-done changes.
"""
import functools
import json
import sqlite3
import uuid
from contextlib import contextmanager
from typing import Any, Callable, Iterable, Optional

from .errors import ApiError

SCHEMA = """
CREATE TABLE organizations (
  slug TEXT PRIMARY KEY, name TEXT NOT NULL,
  payment_active INTEGER NOT NULL DEFAULT 1,
  email_enabled INTEGER NOT NULL DEFAULT 1, uptime_enabled INTEGER NOT NULL DEFAULT 1,
  cluster_quota INTEGER NOT NULL DEFAULT 100, monitor_quota INTEGER NOT NULL DEFAULT 200,
  daily_email_quota INTEGER NOT NULL DEFAULT 50000,
  billing_email TEXT NOT NULL, technical_email TEXT NOT NULL, security_email TEXT NOT NULL,
  paused_at TEXT, pause_reason TEXT, reputation_since TEXT,
  provider_verification TEXT NOT NULL DEFAULT 'accepts', provider_pages TEXT NOT NULL DEFAULT 'accepts',
  metrics_available INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE users (id TEXT PRIMARY KEY, label TEXT NOT NULL, email TEXT NOT NULL);
CREATE TABLE sessions (token TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users);
CREATE TABLE memberships (
  org TEXT NOT NULL REFERENCES organizations, user_id TEXT NOT NULL REFERENCES users, role TEXT NOT NULL,
  grants TEXT, PRIMARY KEY (org, user_id)
);
CREATE TABLE custom_roles (
  org TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, description TEXT NOT NULL,
  permissions TEXT NOT NULL, scopable INTEGER NOT NULL, PRIMARY KEY (org, id)
);
CREATE TABLE personal_tokens (
  id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users, org TEXT NOT NULL REFERENCES organizations,
  name TEXT NOT NULL, key_hash TEXT NOT NULL UNIQUE, start TEXT NOT NULL, enabled INTEGER NOT NULL DEFAULT 1,
  scope TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT NOT NULL, last_request TEXT
);
CREATE TABLE billing_collisions (email TEXT PRIMARY KEY);
CREATE TABLE backends (name TEXT PRIMARY KEY, reachable INTEGER NOT NULL);
CREATE TABLE timers (
  id INTEGER PRIMARY KEY AUTOINCREMENT, due_at TEXT NOT NULL, kind TEXT NOT NULL,
  entity TEXT NOT NULL, entity_id TEXT NOT NULL, payload TEXT NOT NULL
);
CREATE INDEX timers_due ON timers (due_at, id);

-- registries
CREATE TABLE registries (
  slug TEXT PRIMARY KEY, org TEXT NOT NULL REFERENCES organizations, display_name TEXT NOT NULL,
  region TEXT NOT NULL, quota_bytes INTEGER NOT NULL, created_at TEXT NOT NULL
);
CREATE TABLE slugs_elsewhere (slug TEXT PRIMARY KEY, how TEXT NOT NULL);
CREATE TABLE repositories (
  registry TEXT NOT NULL REFERENCES registries ON DELETE CASCADE, name TEXT NOT NULL, created_at TEXT NOT NULL,
  PRIMARY KEY (registry, name)
);
CREATE TABLE manifests (
  registry TEXT NOT NULL, repo TEXT NOT NULL, digest TEXT NOT NULL, media_type TEXT NOT NULL,
  manifest_bytes INTEGER NOT NULL, created_at TEXT NOT NULL, PRIMARY KEY (registry, repo, digest),
  FOREIGN KEY (registry, repo) REFERENCES repositories ON DELETE CASCADE
);
CREATE TABLE manifest_layers (
  registry TEXT NOT NULL, repo TEXT NOT NULL, manifest TEXT NOT NULL, blob TEXT NOT NULL, size_bytes INTEGER NOT NULL,
  PRIMARY KEY (registry, repo, manifest, blob),
  FOREIGN KEY (registry, repo, manifest) REFERENCES manifests ON DELETE CASCADE
);
CREATE TABLE tags (
  registry TEXT NOT NULL, repo TEXT NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL, updated_at TEXT NOT NULL,
  PRIMARY KEY (registry, repo, name),
  FOREIGN KEY (registry, repo, digest) REFERENCES manifests ON DELETE CASCADE
);
CREATE TABLE registry_keys (
  key_id TEXT PRIMARY KEY, registry TEXT NOT NULL REFERENCES registries ON DELETE CASCADE, name TEXT NOT NULL,
  mode TEXT NOT NULL, repo_prefixes TEXT NOT NULL, minted_via TEXT NOT NULL, secret_hash TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL, expires_at TEXT, last_used_at TEXT, revoked_at TEXT
);
CREATE TABLE login_credentials (
  username TEXT PRIMARY KEY, org TEXT NOT NULL, user_id TEXT NOT NULL, secret_hash TEXT NOT NULL UNIQUE,
  scope TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT NOT NULL, revoked_at TEXT
);
CREATE TABLE oidc_rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT, registry TEXT NOT NULL REFERENCES registries ON DELETE CASCADE,
  name TEXT NOT NULL, issuer TEXT NOT NULL, audience TEXT NOT NULL, subject_pattern TEXT NOT NULL,
  mode TEXT NOT NULL, repo_prefixes TEXT NOT NULL, created_at TEXT NOT NULL
);
CREATE TABLE upstream_credentials (
  registry TEXT NOT NULL REFERENCES registries ON DELETE CASCADE, upstream TEXT NOT NULL, username TEXT NOT NULL,
  password TEXT NOT NULL, created_at TEXT NOT NULL, last_used_at TEXT, PRIMARY KEY (registry, upstream)
);

-- email
CREATE TABLE email_domains (
  id TEXT PRIMARY KEY, org TEXT NOT NULL, name TEXT NOT NULL UNIQUE, send_state TEXT NOT NULL,
  receive_state TEXT NOT NULL, created_at TEXT NOT NULL
);
CREATE TABLE domains_elsewhere (name TEXT PRIMARY KEY);
CREATE TABLE email_dns_records (
  id INTEGER PRIMARY KEY, domain_id TEXT NOT NULL REFERENCES email_domains ON DELETE CASCADE,
  capability TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, priority INTEGER
);
CREATE TABLE dns_zone (type TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (type, name));
CREATE TABLE send_keys (
  id TEXT PRIMARY KEY, org TEXT NOT NULL, name TEXT NOT NULL, key_id TEXT NOT NULL UNIQUE,
  secret_hash TEXT NOT NULL UNIQUE, domain_ids TEXT, created_at TEXT NOT NULL, last_used_at TEXT, revoked_at TEXT
);
CREATE TABLE webhooks (
  id TEXT PRIMARY KEY, org TEXT NOT NULL, url TEXT NOT NULL, event_types TEXT NOT NULL,
  disabled INTEGER NOT NULL DEFAULT 0, secret TEXT NOT NULL, script TEXT, created_at TEXT NOT NULL
);
CREATE TABLE email_routes (
  id TEXT PRIMARY KEY, domain_id TEXT NOT NULL REFERENCES email_domains ON DELETE CASCADE, pattern TEXT NOT NULL,
  endpoint_id TEXT NOT NULL REFERENCES webhooks, created_at TEXT NOT NULL, UNIQUE (domain_id, pattern)
);
CREATE TABLE messages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, org TEXT NOT NULL, direction TEXT NOT NULL,
  state TEXT NOT NULL, sender TEXT NOT NULL, recipients TEXT NOT NULL, cc TEXT, subject TEXT,
  size_bytes INTEGER NOT NULL, door TEXT, domain_id TEXT NOT NULL, last_error TEXT, created_at TEXT NOT NULL,
  sent_at TEXT, state_at TEXT NOT NULL, raw BLOB NOT NULL
);
CREATE INDEX messages_log ON messages (org, created_at DESC, seq DESC);
CREATE TABLE message_recipients (
  message_id TEXT NOT NULL, address TEXT NOT NULL, PRIMARY KEY (message_id, address)
);
CREATE TABLE message_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT, org TEXT NOT NULL, message_id TEXT NOT NULL, kind TEXT NOT NULL,
  bounce_type TEXT, recipient TEXT, detail TEXT, occurred_at TEXT NOT NULL
);
CREATE INDEX message_events_of ON message_events (message_id);
CREATE INDEX message_events_when ON message_events (org, occurred_at);
CREATE TABLE suppressions (
  id TEXT PRIMARY KEY, org TEXT NOT NULL, address TEXT NOT NULL, reason TEXT NOT NULL, created_at TEXT NOT NULL,
  UNIQUE (org, address)
);
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, org TEXT NOT NULL, endpoint_id TEXT NOT NULL, event_id TEXT NOT NULL,
  event_type TEXT NOT NULL, message_id TEXT, payload TEXT NOT NULL, state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, last_status INTEGER, last_error TEXT, delivered_at TEXT, created_at TEXT NOT NULL
);
CREATE INDEX deliveries_of ON deliveries (org, endpoint_id);
CREATE TABLE delivery_attempts (
  id INTEGER PRIMARY KEY AUTOINCREMENT, delivery_id INTEGER NOT NULL, endpoint_id TEXT NOT NULL,
  attempt INTEGER NOT NULL, at TEXT NOT NULL, url TEXT NOT NULL, headers TEXT NOT NULL, body TEXT NOT NULL,
  scripted INTEGER NOT NULL, status INTEGER, error TEXT
);

-- on-call
CREATE TABLE oncall_services (
  id TEXT PRIMARY KEY, org TEXT NOT NULL, name TEXT NOT NULL,
  policy_id TEXT REFERENCES escalation_policies, created_at TEXT NOT NULL, UNIQUE (org, name)
);
CREATE TABLE escalation_policies (
  id TEXT PRIMARY KEY, org TEXT NOT NULL, name TEXT NOT NULL, repeat_count INTEGER NOT NULL, created_at TEXT NOT NULL
);
CREATE TABLE escalation_steps (
  policy_id TEXT NOT NULL REFERENCES escalation_policies ON DELETE CASCADE, position INTEGER NOT NULL,
  target_kind TEXT NOT NULL, target_id TEXT NOT NULL, target_label TEXT NOT NULL, wait_seconds INTEGER NOT NULL,
  PRIMARY KEY (policy_id, position)
);
CREATE TABLE schedules (
  id TEXT PRIMARY KEY, org TEXT NOT NULL, name TEXT NOT NULL, timezone TEXT NOT NULL, participants TEXT NOT NULL,
  handoff TEXT NOT NULL, created_at TEXT NOT NULL
);
CREATE TABLE schedule_overrides (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  schedule_id TEXT NOT NULL REFERENCES schedules ON DELETE CASCADE, user_id TEXT NOT NULL, label TEXT NOT NULL,
  starts_text TEXT NOT NULL, ends_text TEXT NOT NULL, starts_at TEXT NOT NULL, ends_at TEXT NOT NULL
);
CREATE TABLE incidents (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, org TEXT NOT NULL,
  service_id TEXT NOT NULL REFERENCES oncall_services, title TEXT NOT NULL, description TEXT, status TEXT NOT NULL,
  manual INTEGER NOT NULL, policy_id TEXT, opened_at TEXT NOT NULL, acknowledged_at TEXT, acknowledged_by TEXT,
  resolved_at TEXT, resolved_by TEXT
);
CREATE INDEX incidents_list ON incidents (org, status, seq DESC);
CREATE TABLE alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT, incident_id TEXT NOT NULL, service_id TEXT NOT NULL, fingerprint TEXT NOT NULL,
  status TEXT NOT NULL, title TEXT NOT NULL, labels TEXT NOT NULL, annotations TEXT NOT NULL,
  starts_at TEXT NOT NULL, ends_at TEXT, last_seen_at TEXT NOT NULL
);
CREATE INDEX alerts_of ON alerts (incident_id);
CREATE INDEX alerts_service ON alerts (service_id, fingerprint);
CREATE TABLE incident_timeline (
  id INTEGER PRIMARY KEY AUTOINCREMENT, incident_id TEXT NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL,
  by_label TEXT, detail TEXT
);
CREATE INDEX timeline_of ON incident_timeline (incident_id);
CREATE TABLE public_updates (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, incident_id TEXT NOT NULL, at TEXT NOT NULL,
  body TEXT NOT NULL, by_label TEXT NOT NULL
);
CREATE TABLE alert_sources (
  id TEXT PRIMARY KEY, org TEXT NOT NULL, name TEXT NOT NULL, service_id TEXT NOT NULL REFERENCES oncall_services,
  token_hash TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL, last_event_at TEXT
);
CREATE TABLE paging_settings (user_id TEXT PRIMARY KEY, phone TEXT NOT NULL, rules TEXT NOT NULL);
CREATE TABLE pages (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, incident_id TEXT NOT NULL, user_id TEXT NOT NULL,
  channel TEXT NOT NULL, recipient TEXT NOT NULL, step INTEGER NOT NULL, round INTEGER NOT NULL,
  outcome TEXT NOT NULL, error TEXT
);
CREATE TABLE provider_credentials (
  org TEXT PRIMARY KEY, account_sid TEXT NOT NULL, auth_token TEXT NOT NULL, from_number TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

-- clusters
CREATE TABLE clusters (
  id INTEGER PRIMARY KEY AUTOINCREMENT, org TEXT NOT NULL, name TEXT NOT NULL, tier TEXT NOT NULL,
  version TEXT NOT NULL, replicas INTEGER NOT NULL, mesh INTEGER NOT NULL, datastore TEXT NOT NULL,
  phase TEXT NOT NULL, endpoint TEXT, lb_enabled INTEGER NOT NULL, lb_max INTEGER NOT NULL,
  pending_change TEXT, blocked_once INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, UNIQUE (org, name)
);
CREATE TABLE cluster_components (
  cluster_id INTEGER NOT NULL REFERENCES clusters ON DELETE CASCADE, component TEXT NOT NULL,
  used_percent REAL NOT NULL, PRIMARY KEY (cluster_id, component)
);
CREATE TABLE cluster_nodes (
  cluster_id INTEGER NOT NULL REFERENCES clusters ON DELETE CASCADE, name TEXT NOT NULL, ready INTEGER NOT NULL,
  agent_version TEXT NOT NULL, vanished INTEGER NOT NULL DEFAULT 0, joined_at TEXT NOT NULL,
  PRIMARY KEY (cluster_id, name)
);
CREATE TABLE cluster_services (
  cluster_id INTEGER NOT NULL REFERENCES clusters ON DELETE CASCADE, service TEXT NOT NULL, ip TEXT NOT NULL,
  PRIMARY KEY (cluster_id, service)
);
CREATE TABLE join_tokens (
  token_hash TEXT PRIMARY KEY, cluster_id INTEGER NOT NULL REFERENCES clusters ON DELETE CASCADE,
  expires_at TEXT NOT NULL, used_at TEXT
);
CREATE TABLE registration_tokens (
  id TEXT PRIMARY KEY, cluster_id INTEGER NOT NULL REFERENCES clusters ON DELETE CASCADE, name TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE, disabled INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, expires_at TEXT,
  last_used TEXT
);
CREATE TABLE client_configs (
  token_hash TEXT PRIMARY KEY, cluster_id INTEGER NOT NULL REFERENCES clusters ON DELETE CASCADE,
  user_id TEXT NOT NULL, expires_at TEXT NOT NULL
);

-- uptime
CREATE TABLE uptime_services (
  id TEXT PRIMARY KEY, org TEXT NOT NULL, name TEXT NOT NULL, created_at TEXT NOT NULL, UNIQUE (org, name)
);
CREATE TABLE monitors (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, org TEXT NOT NULL, name TEXT NOT NULL,
  service_id TEXT REFERENCES uptime_services, enabled INTEGER NOT NULL, interval_seconds INTEGER NOT NULL,
  vantages TEXT NOT NULL, timeout_ms INTEGER NOT NULL, confirmations INTEGER NOT NULL, quorum INTEGER NOT NULL,
  kind TEXT NOT NULL, target TEXT NOT NULL, state TEXT NOT NULL, state_since TEXT NOT NULL,
  metrics_available INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, deleted_at TEXT
);
CREATE TABLE probe_results (
  id INTEGER PRIMARY KEY AUTOINCREMENT, monitor_id TEXT NOT NULL, vantage TEXT NOT NULL, at TEXT NOT NULL,
  outcome TEXT NOT NULL, latency_ms REAL, attempt INTEGER NOT NULL, error_kind TEXT, error_detail TEXT, snippet TEXT
);
CREATE INDEX probe_results_of ON probe_results (monitor_id, vantage, at);
CREATE TABLE vantage_state (
  monitor_id TEXT NOT NULL, vantage TEXT NOT NULL, consecutive_failures INTEGER NOT NULL, last_at TEXT NOT NULL,
  last_ok INTEGER NOT NULL, last_latency_ms REAL, PRIMARY KEY (monitor_id, vantage)
);
CREATE TABLE transitions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, monitor_id TEXT NOT NULL, at TEXT NOT NULL, from_state TEXT NOT NULL,
  to_state TEXT NOT NULL, failing_vantages TEXT NOT NULL
);
CREATE INDEX transitions_of ON transitions (monitor_id, at);
CREATE TABLE export_tokens (
  id TEXT PRIMARY KEY, org TEXT NOT NULL, name TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL, last_used_at TEXT
);
"""

Row = sqlite3.Row


class Database:
    def __init__(self) -> None:
        self.connection: sqlite3.Connection
        self.recreate()

    def recreate(self) -> None:
        """An empty database with the schema."""
        self.connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.connection.row_factory = sqlite3.Row
        self.connection.execute("PRAGMA foreign_keys = ON")
        self.connection.executescript(SCHEMA)

    @contextmanager
    def transaction(self):
        if self.connection.in_transaction:  # nested: the outer one decides
            yield
            return
        self.connection.execute("BEGIN")
        try:
            yield
        except BaseException as error:
            keep = isinstance(error, ApiError) and error.keep_changes
            self.connection.execute("COMMIT" if keep else "ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    def run(self, sql: str, *values: Any) -> sqlite3.Cursor:
        return self.connection.execute(sql, values)

    def one(self, sql: str, *values: Any) -> Optional[Row]:
        return self.connection.execute(sql, values).fetchone()

    def all(self, sql: str, *values: Any) -> list[Row]:
        return self.connection.execute(sql, values).fetchall()

    def value(self, sql: str, *values: Any) -> Any:
        row = self.one(sql, *values)
        return row[0] if row else None

    def insert(self, table: str, **values: Any) -> int:
        columns = ", ".join(values)
        marks = ", ".join("?" for _ in values)
        return self.run(f"INSERT INTO {table} ({columns}) VALUES ({marks})", *values.values()).lastrowid

    def update(self, table: str, where: str, where_values: Iterable[Any], **values: Any) -> int:
        if not values:
            return 0
        columns = ", ".join(f"{name} = ?" for name in values)
        return self.run(f"UPDATE {table} SET {columns} WHERE {where}", *values.values(), *where_values).rowcount


db = Database()


def atomic(function: Callable) -> Callable:
    """Turns a plain function into a request handler that runs in one transaction on the event loop."""

    @functools.wraps(function)
    async def handler(*args: Any, **kwargs: Any) -> Any:
        with db.transaction():
            return function(*args, **kwargs)

    return handler


def new_id() -> str:
    return str(uuid.uuid4())


def dumps(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def loads(text: Optional[str]) -> Any:
    return None if text is None else json.loads(text)
