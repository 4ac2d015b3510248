// Written by `node bench/mutants/search.ts --keep`; what it is: src/conformance/suite/suite-sequence.ts.
import type { SuiteSequence } from '../suite-sequence.ts'

export const ONCALL_SUITE: readonly SuiteSequence[] = [
  {
    tells: 2,
    steps: [
      {"call": "openIncident", "body": {"serviceId": "⟪word /oncallServices/1⟫", "title": "apple-⟪salt⟫-0", "description": "apple-⟪salt⟫-1"}},
      {"call": "listIncidents"},
    ],
  },
  {
    tells: 2,
    steps: [
      {"call": "openIncident", "body": {"serviceId": "⟪word /oncallServices/1⟫", "title": "birch-⟪salt⟫-0", "description": "apple-⟪salt⟫-1"}},
      {"call": "publishUpdate", "path": {"id": "⟪0#/id⟫"}, "body": {"body": "delta-⟪salt⟫-2"}},
      {"call": "retractUpdate", "path": {"id": "⟪0#/id⟫", "uid": "⟪1#/id⟫"}},
      {"event": "statusPageViewed", "body": {"serviceIds": ["⟪word /oncallServices/0⟫", "⟪0#/serviceId⟫"]}},
    ],
  },
  {
    tells: 2,
    steps: [
      {"call": "createSchedule", "body": {"name": "heron-⟪salt⟫-0", "timezone": "Europe/Berlin", "participants": [{"userId": "⟪word /users/0/id⟫", "label": "⟪word /users/0/label⟫"}], "handoff": {"interval": "weekly", "dow": 3, "time": "08:00"}}},
      {"call": "addOverride", "path": {"id": "⟪0#/id⟫"}, "body": {"userId": "⟪word /users/2/id⟫", "label": "⟪word /users/2/label⟫", "startsAt": "⟪now -3601⟫", "endsAt": "⟪now 7199⟫"}},
      {"call": "createEscalationPolicy", "intent": "exotic", "body": {"name": "apple-⟪salt⟫-1", "repeat": 1, "steps": [{"target": {"kind": "schedule", "id": "⟪0#/id⟫", "label": "rota"}, "waitSeconds": 0}]}},
      {"call": "setServiceEscalationPolicy", "path": {"id": "⟪word /oncallServices/0⟫"}, "body": {"escalationPolicyId": "⟪2#/id⟫"}},
      {"call": "openIncident", "body": {"serviceId": "⟪3#/id⟫", "title": "heron-⟪salt⟫-2", "description": "apple-⟪salt⟫-3"}},
      {"event": "listPages", "body": {"incidentId": "⟪4#/id⟫"}},
    ],
  },
  {
    tells: 2,
    steps: [
      {"call": "createSchedule", "body": {"name": "grove-⟪salt⟫-0", "timezone": "UTC", "participants": [{"userId": "⟪word /users/0/id⟫", "label": "⟪word /users/0/label⟫"}], "handoff": {"interval": "weekly", "dow": 2, "time": "08:00"}}},
      {"call": "listSchedules"},
    ],
  },
  {
    tells: 2,
    steps: [
      {"call": "createSchedule", "body": {"name": "birch-⟪salt⟫-0", "timezone": "Europe/Berlin", "participants": [{"userId": "⟪word /users/2/id⟫", "label": "⟪word /users/2/label⟫"}, {"userId": "⟪word /users/1/id⟫", "label": "⟪word /users/1/label⟫"}], "handoff": {"interval": "daily", "time": "17:00"}}},
      {"call": "addOverride", "path": {"id": "⟪0#/id⟫"}, "body": {"userId": "⟪word /users/0/id⟫", "label": "⟪word /users/0/label⟫", "startsAt": "⟪now -3601⟫", "endsAt": "⟪now 7199⟫"}},
      {"call": "listSchedules"},
      {"event": "advanceClock", "body": {"by": "PT1H"}},
      {"call": "addOverride", "path": {"id": "⟪0#/id⟫"}, "body": {"userId": "⟪word /users/2/id⟫", "label": "⟪word /users/2/label⟫", "startsAt": "⟪now -3601⟫", "endsAt": "⟪now 7199⟫"}},
      {"call": "listSchedules"},
      {"call": "listSchedules"},
      {"event": "advanceClock", "body": {"by": "PT1M"}},
      {"call": "listSchedules"},
      {"call": "listSchedules"},
      {"call": "createEscalationPolicy", "body": {"name": "heron-⟪salt⟫-1", "repeat": 2, "steps": [{"target": {"kind": "schedule", "id": "⟪0#/id⟫", "label": "birch-⟪salt⟫-0"}, "waitSeconds": 897}]}},
      {"call": "updateEscalationPolicy", "path": {"id": "⟪10#/id⟫"}, "body": {"repeat": 2, "steps": [{"target": {"kind": "schedule", "id": "⟪0#/id⟫", "label": "birch-⟪salt⟫-0"}, "waitSeconds": 69}]}},
      {"call": "updateEscalationPolicy", "path": {"id": "⟪10#/id⟫"}, "body": {"name": "apple-⟪salt⟫-2", "steps": [{"target": {"kind": "schedule", "id": "⟪0#/id⟫", "label": "birch-⟪salt⟫-0"}, "waitSeconds": 768}]}},
      {"call": "listSchedules"},
      {"event": "advanceClock", "body": {"by": "PT1M"}},
      {"call": "listSchedules"},
      {"call": "listSchedules"},
      {"call": "listSchedules"},
      {"call": "listSchedules"},
      {"call": "listSchedules"},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createAlertSource", "body": {"name": "heron-⟪salt⟫-0", "serviceId": "⟪word /oncallServices/0⟫"}},
      {"call": "createAlertSource", "body": {"name": "ember-⟪salt⟫-1", "serviceId": "⟪word /oncallServices/1⟫"}},
      {"call": "createAlertSource", "body": {"name": "apple-⟪salt⟫-2", "serviceId": "⟪1#/serviceId⟫"}},
      {"call": "revokeAlertSource", "intent": "exotic", "path": {"id": "⟪0#/id⟫"}},
      {"call": "listAlertSources"},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "openIncident", "body": {"serviceId": "⟪word /oncallServices/1⟫", "title": "heron-⟪salt⟫-0", "description": "ember-⟪salt⟫-1"}},
      {"call": "publishUpdate", "path": {"id": "⟪0#/id⟫"}, "body": {"body": "apple-⟪salt⟫-2"}},
      {"event": "statusPageViewed", "body": {"serviceIds": ["⟪word /oncallServices/0⟫", "⟪0#/serviceId⟫"]}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "getPagingSettings"},
      {"call": "savePagingSettings", "body": {"phone": "⟪word /phone⟫", "rules": [{"channel": "email", "delaySeconds": 296}, {"channel": "email", "delaySeconds": 455}]}},
      {"call": "getPagingSettings"},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "getProviderCredential"},
      {"call": "setProviderCredential", "body": {"accountSid": "⟪word /provider/accountSid⟫", "authToken": "⟪word /provider/authToken⟫", "fromNumber": "⟪word /provider/fromNumber⟫"}},
      {"call": "getProviderCredential"},
      {"call": "clearProviderCredential"},
      {"call": "getProviderCredential"},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createEscalationPolicy", "body": {"name": "ember-⟪salt⟫-0", "repeat": 1, "steps": [{"target": {"kind": "user", "id": "⟪word /users/2/id⟫", "label": "⟪word /users/2/label⟫"}, "waitSeconds": 65}]}},
      {"call": "listEscalationPolicies"},
      {"call": "listEscalationPolicies"},
      {"call": "updateEscalationPolicy", "path": {"id": "⟪0#/id⟫"}, "body": {"name": "grove-⟪salt⟫-1", "repeat": 2, "steps": [{"target": {"kind": "user", "id": "⟪word /users/2/id⟫", "label": "⟪word /users/2/label⟫"}, "waitSeconds": 119}]}},
      {"call": "listEscalationPolicies"},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createSchedule", "body": {"name": "heron-⟪salt⟫-0", "timezone": "UTC", "participants": [{"userId": "⟪word /users/2/id⟫", "label": "⟪word /users/2/label⟫"}, {"userId": "⟪word /users/0/id⟫", "label": "⟪word /users/0/label⟫"}], "handoff": {"interval": "weekly", "dow": 4, "time": "17:00"}}},
      {"call": "addOverride", "path": {"id": "⟪0#/id⟫"}, "body": {"userId": "⟪word /users/2/id⟫", "label": "⟪word /users/2/label⟫", "startsAt": "⟪now -3601⟫", "endsAt": "⟪now 7199⟫"}},
      {"call": "removeOverride", "path": {"id": "⟪0#/id⟫", "oid": "⟪1#/id⟫"}},
      {"call": "removeOverride", "path": {"id": "⟪0#/id⟫", "oid": "⟪1#/id⟫"}},
    ],
  },
  {
    tells: 1,
    steps: [
      {"call": "createSchedule", "body": {"name": "heron-⟪salt⟫-0", "timezone": "Europe/Berlin", "participants": [{"userId": "⟪word /users/0/id⟫", "label": "⟪word /users/0/label⟫"}, {"userId": "⟪word /users/1/id⟫", "label": "⟪word /users/1/label⟫"}], "handoff": {"interval": "weekly", "dow": 4, "time": "08:00"}}},
      {"call": "updateSchedule", "path": {"id": "⟪0#/id⟫"}, "body": {"name": "apple-⟪salt⟫-1", "timezone": "UTC", "participants": [{"userId": "⟪word /users/2/id⟫", "label": "⟪word /users/2/label⟫"}], "handoff": {"interval": "daily", "time": "17:00"}}},
    ],
  },
]
