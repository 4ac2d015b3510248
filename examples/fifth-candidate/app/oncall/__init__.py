"""The on-call area: incidents, schedules, escalation, alert sources, paging."""
