"""The email area: domains, keys, routes, messages, suppressions, webhooks."""
