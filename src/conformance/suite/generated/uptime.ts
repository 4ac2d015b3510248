// Written by `node bench/mutants/search.ts --keep`; what it is: src/conformance/suite/suite-sequence.ts.
import type { SuiteSequence } from '../suite-sequence.ts'

export const UPTIME_SUITE: readonly SuiteSequence[] = [
  {
    tells: 4,
    steps: [
      {"call": "createMonitor", "body": {"name": "cedar-⟪salt⟫-0", "intervalSeconds": 30, "vantages": ["⟪there UptimeVantage 1⟫", "⟪there UptimeVantage 2⟫"], "timeoutMs": 2000, "kind": "http", "http": {"url": "https://heron-⟪salt⟫-1.example.com/health", "followRedirects": true, "headers": {"accept": "text/html"}}}},
      {"call": "createMonitor", "body": {"name": "apple-⟪salt⟫-2", "intervalSeconds": 60, "vantages": ["⟪there UptimeVantage 0⟫"], "kind": "tcp", "tcp": {"host": "heron-⟪salt⟫-3.example.com", "port": 1032}}},
      {"call": "createMonitor", "body": {"name": "apple-⟪salt⟫-4", "enabled": true, "intervalSeconds": 30, "vantages": ["⟪there UptimeVantage 1⟫"], "downCondition": {"confirmations": 2, "quorum": 1}, "kind": "tcp", "tcp": {"host": "apple-⟪salt⟫-5.example.com", "port": 1036}}},
      {"call": "updateMonitor", "intent": "exotic", "path": {"id": "⟪0#/id⟫"}, "body": {"intervalSeconds": 300, "timeoutMs": 5000, "downCondition": {"confirmations": 2, "quorum": 1}}},
      {"call": "listMonitors"},
      {"call": "getMonitor", "path": {"id": "⟪1#/id⟫"}},
      {"call": "updateMonitor", "intent": "exotic", "path": {"id": "⟪1#/id⟫"}, "body": {"name": "delta-⟪salt⟫-6", "intervalSeconds": 30, "vantages": ["⟪there UptimeVantage 1⟫", "⟪there UptimeVantage 2⟫"], "timeoutMs": 5000, "downCondition": {"confirmations": 1, "quorum": 1}}},
    ],
  },
  {
    tells: 3,
    steps: [
      {"call": "createUptimeService", "body": {"name": "fjord-⟪salt⟫-0"}},
      {"call": "createUptimeService", "body": {"name": "apple-⟪salt⟫-1"}},
      {"call": "createUptimeService", "body": {"name": "apple-⟪salt⟫-2"}},
      {"call": "createMonitor", "intent": "exotic", "body": {"name": "apple-⟪salt⟫-3", "serviceId": "⟪0#/id⟫", "enabled": false, "intervalSeconds": 30, "vantages": ["⟪there UptimeVantage 2⟫"], "timeoutMs": 5000, "kind": "http", "http": {"url": "https://delta-⟪salt⟫-4.example.com/health", "method": "HEAD"}}},
      {"call": "createMonitor", "intent": "exotic", "body": {"name": "cedar-⟪salt⟫-5", "serviceId": "⟪1#/id⟫", "enabled": false, "intervalSeconds": 30, "vantages": ["⟪there UptimeVantage 2⟫"], "kind": "http", "http": {"url": "https://apple-⟪salt⟫-6.example.com/health", "method": "HEAD", "followRedirects": true}}},
      {"call": "createMonitor", "intent": "exotic", "body": {"name": "grove-⟪salt⟫-7", "serviceId": "⟪0#/id⟫", "enabled": true, "intervalSeconds": 3600, "vantages": ["⟪there UptimeVantage 0⟫", "⟪there UptimeVantage 2⟫"], "downCondition": {"confirmations": 2, "quorum": 1}, "kind": "tcp", "tcp": {"host": "apple-⟪salt⟫-8.example.com", "port": 1033}}},
      {"call": "deleteUptimeService", "intent": "exotic", "path": {"id": "⟪1#/id⟫"}},
      {"call": "deleteUptimeService", "intent": "exotic", "path": {"id": "⟪2#/id⟫"}},
      {"call": "listMonitors"},
      {"call": "getMonitor", "path": {"id": "⟪3#/id⟫"}},
      {"call": "listUptimeServices"},
    ],
  },
  {
    tells: 2,
    steps: [
      {"event": "quotaChanges", "body": {"quota": "monitors", "value": 0}},
      {"call": "createMonitor", "body": {"name": "fjord-⟪salt⟫-2", "enabled": true, "intervalSeconds": 300, "vantages": ["⟪there UptimeVantage 1⟫"], "timeoutMs": 1000, "kind": "tcp", "tcp": {"host": "birch-⟪salt⟫-3.example.com", "port": 4559, "tls": true}}},
      {"event": "quotaChanges", "body": {"quota": "monitors", "value": 100000}},
      {"call": "listMonitors"},
      {"call": "createMonitor", "body": {"name": "apple-⟪salt⟫-4", "enabled": false, "intervalSeconds": 30, "vantages": ["⟪there UptimeVantage 1⟫"], "timeoutMs": 2000, "downCondition": {"confirmations": 3, "quorum": 1}, "kind": "tcp", "tcp": {"host": "heron-⟪salt⟫-5.example.com", "port": 1025, "tls": true}}},
      {"call": "getMonitor", "path": {"id": "⟪4#/id⟫"}},
    ],
  },
  {
    tells: 2,
    steps: [
      {"call": "createExportToken", "body": {"name": "birch-⟪salt⟫-0"}},
      {"call": "listExportTokens"},
      {"call": "listExportTokens"},
      {"call": "revokeExportToken", "path": {"id": "⟪0#/id⟫"}},
      {"call": "listExportTokens"},
    ],
  },
  {
    tells: 2,
    steps: [
      {"call": "createUptimeService", "body": {"name": "apple-⟪salt⟫-0"}},
      {"call": "listUptimeServices"},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createMonitor", "body": {"name": "heron-⟪salt⟫-0", "intervalSeconds": 30, "vantages": ["⟪there UptimeVantage 0⟫", "⟪there UptimeVantage 1⟫"], "downCondition": {"confirmations": 2, "quorum": 1}, "kind": "http", "http": {"url": "https://ember-⟪salt⟫-1.example.com/health", "method": "HEAD", "headers": {"accept": "text/html"}, "expectBodyContains": "ok"}, "enabled": true}},
      {"event": "probeResult", "body": {"monitorId": "⟪0#/id⟫", "vantage": "⟪there UptimeVantage 0⟫", "outcome": "ok"}},
      {"event": "probeResult", "body": {"monitorId": "⟪0#/id⟫", "vantage": "⟪there UptimeVantage 1⟫", "outcome": "ok"}},
      {"event": "advanceClock", "body": {"by": "PT10M"}},
      {"call": "getMonitorMetrics", "path": {"id": "⟪0#/id⟫"}, "query": {"window": "1h"}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "pingUptime"},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createMonitor", "body": {"name": "heron-⟪salt⟫-0", "enabled": true, "intervalSeconds": 60, "vantages": ["⟪there UptimeVantage 2⟫"], "timeoutMs": 2000, "kind": "http", "http": {"url": "https://apple-⟪salt⟫-1.example.com/health", "method": "GET"}, "downCondition": {"confirmations": 1, "quorum": 1}}},
      {"event": "probeResult", "body": {"monitorId": "⟪0#/id⟫", "vantage": "⟪there UptimeVantage 2⟫", "outcome": "ok"}},
      {"call": "getMonitor", "path": {"id": "⟪0#/id⟫"}},
      {"event": "advanceClock", "body": {"by": "PT1M"}},
      {"event": "probeResult", "body": {"monitorId": "⟪0#/id⟫", "vantage": "⟪there UptimeVantage 2⟫", "outcome": "fail"}},
      {"call": "getMonitor", "path": {"id": "⟪0#/id⟫"}},
      {"event": "advanceClock", "body": {"by": "PT1M"}},
      {"event": "probeResult", "body": {"monitorId": "⟪0#/id⟫", "vantage": "⟪there UptimeVantage 2⟫", "outcome": "ok"}},
      {"call": "listMonitorTransitions", "path": {"id": "⟪0#/id⟫"}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createUptimeService", "body": {"name": "grove-⟪salt⟫-0"}},
      {"call": "listUptimeServices"},
      {"call": "createUptimeService", "intent": "exotic", "body": {"name": "grove-⟪salt⟫-0"}},
    ],
  },
]
