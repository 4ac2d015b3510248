// Derived from spec/ by `npm run generate`. Do not edit.
export interface paths {
    "/api/v1/clusters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clusters
         * @description The clusters of the acting organization as they are at this moment. The order is open.
         */
        get: operations["listClusters"];
        put?: never;
        /**
         * Create a cluster
         * @description Accepts a new cluster for provisioning, which continues after the response. Name and tier are required; the defaults of the other fields are open.
         */
        post: operations["createCluster"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One cluster
         * @description The cluster with its phase, and its endpoint once there is one.
         */
        get: operations["getCluster"];
        put?: never;
        post?: never;
        /**
         * Tear a cluster down
         * @description Accepts the teardown, which continues after the response. How long the cluster is still shown is open.
         */
        delete: operations["deleteCluster"];
        options?: never;
        head?: never;
        /**
         * Upgrade or resize a cluster
         * @description Accepts an upgrade, a resize or other settings; the control plane rolls after the answer, so the answer may show old or new values. Versions come from the catalog, never go down, and move one minor at a time.
         */
        patch: operations["updateCluster"];
        trace?: never;
    };
    "/api/v1/clusters/{name}/join-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mint a join token
         * @description A short-lived token with which exactly one node can join, once.
         */
        post: operations["createJoinToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{name}/kubeconfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Client configuration for an administrator
         * @description A client configuration with a token that expires; after that it is fetched again.
         */
        get: operations["getKubeconfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{name}/nodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the worker nodes
         * @description The worker nodes that are in the cluster at this moment.
         */
        get: operations["listNodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{name}/nodes/{node}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deregister a node
         * @description Removes the node from the cluster.
         */
        delete: operations["deleteNode"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{name}/registration-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the registration tokens
         * @description The registration tokens of the cluster, without the tokens themselves.
         */
        get: operations["listRegistrationTokens"];
        put?: never;
        /**
         * Mint a registration token
         * @description A token with which any number of nodes can join. It is in this answer and nowhere else.
         */
        post: operations["createRegistrationToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{name}/registration-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a registration token
         * @description No node can join with the token afterwards.
         */
        delete: operations["deleteRegistrationToken"];
        options?: never;
        head?: never;
        /**
         * Switch a registration token off or on
         * @description Disables the token, or enables it again.
         */
        patch: operations["updateRegistrationToken"];
        trace?: never;
    };
    "/api/v1/clusters/{name}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the usage of a cluster
         * @description A metering snapshot. Its fields are open.
         */
        get: operations["getClusterUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List domains
         * @description The organization's domains with their DNS records. A scoped subject sees its own domains only.
         */
        get: operations["listDomains"];
        put?: never;
        /**
         * Register a domain
         * @description Claims the name and answers with the DNS records to publish. A name with a live claim by anyone is refused.
         */
        post: operations["createDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/domains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One domain
         * @description The domain with both states and its DNS records.
         */
        get: operations["getDomain"];
        put?: never;
        post?: never;
        /**
         * Delete a domain
         * @description Ends the organization's claim and, if possible, removes the domain at the mail provider. What happens to routes and restricted keys is open.
         */
        delete: operations["deleteDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/domains/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Force a verification pass
         * @description Schedules a verification pass and responds before it runs. How it changes the states is not described.
         */
        post: operations["checkDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/domains/{id}/dns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the DNS view of a domain
         * @description One observation for each expected record, as DNS answers at this moment. It says nothing about the verification state. The fields of an observation are open, its four outcomes are not.
         */
        get: operations["getDomainDns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/domains/{id}/receive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Arm receiving
         * @description Enables receiving and returns the MX record to publish. Once published, it redirects all mail of that name, so use a dedicated subdomain.
         */
        post: operations["armDomainReceiving"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List send keys
         * @description The organization's send keys, without their secrets. Whether revoked keys are listed is open.
         */
        get: operations["listSendKeys"];
        put?: never;
        /**
         * Mint a send key
         * @description A key that sends for the named domains, or for the whole organization when none are named. The secret is in this answer and nowhere else. Needs email.key.admin.
         */
        post: operations["createSendKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a send key
         * @description The key no longer sends. A tombstone stays behind; whether it can be seen is open.
         */
        delete: operations["revokeSendKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Page through the message log
         * @description One page of the messages sent and received in the last 90 days, newest first. The cursor of a page leads to the next one.
         */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One message with its events
         * @description The log entry and what happened to the message.
         */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/messages/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The raw message
         * @description The message as it went over the wire, streamed, not JSON. It is kept for 30 days; after that the answer is 404.
         */
        get: operations["getMessageContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List inbound routes
         * @description Which addresses go to which webhook endpoint. A scoped subject sees the routes of its own domains only.
         */
        get: operations["listRoutes"];
        put?: never;
        /**
         * Create an inbound route
         * @description Sends mail for a local part of a receive-armed domain to one of the organization's endpoints. A pattern exists once per domain.
         */
        post: operations["createRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/routes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an inbound route
         * @description Mail for the pattern no longer goes to the endpoint.
         */
        delete: operations["deleteRoute"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sending posture
         * @description Quota, pause and thresholds. The organization can only read them; staff raise the quota and lift a pause.
         */
        get: operations["getEmailSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppressed addresses
         * @description The addresses that get no mail from the organization, and why.
         */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Suppress an address
         * @description Puts an address on the list by hand; the answer gives manual as the reason.
         */
        post: operations["createSuppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/suppressions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Lift a suppression
         * @description The address can get mail again, until the next hard bounce puts it back.
         */
        delete: operations["deleteSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recent deliveries
         * @description Recent and pending deliveries to webhook endpoints, newest first. How far back is open.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/webhook-deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver again
         * @description Queues a new delivery with the original payload.
         */
        post: operations["redeliverDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description The organization's endpoints, without their signing secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description An endpoint for the named event types. Its signing secret is in this answer and nowhere else.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Removes the endpoint, unless an inbound route still points to it.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes only the given fields. Disabling can be undone.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/email/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the signing secret
         * @description A new secret, in this answer only. From now on nothing is signed with the old one.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/iam/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Grantable roles and scopable resources
         * @description The built-in grantable roles and the live resource instances a grant can be narrowed to. Needs grant management.
         */
        get: operations["getIamCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/iam/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every permission atom
         * @description Each service with its resources and their read, write and admin permissions, labelled, for authoring custom roles. Whether it needs grant management too is open.
         */
        get: operations["listPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/alert-sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alert sources
         * @description The webhook entry points of the organization, each bound to one service. Tokens do not show.
         */
        get: operations["listAlertSources"];
        put?: never;
        /**
         * Create an alert source
         * @description Creates a webhook for one service, with its own bearer token. The token is shown only in this response.
         */
        post: operations["createAlertSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/alert-sources/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The alert source's id. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an alert source
         * @description Takes effect immediately and permanently; a delivery in progress is refused with 401.
         */
        delete: operations["revokeAlertSource"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/escalation-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List escalation policies
         * @description The organization's policies, each with its ordered steps and the number of services attached to it.
         */
        get: operations["listEscalationPolicies"];
        put?: never;
        /**
         * Create an escalation policy
         * @description New incidents of the services attached to it walk its steps in order until someone acknowledges.
         */
        post: operations["createEscalationPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/escalation-policies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The escalation policy's id. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an escalation policy
         * @description Possible once no service references the policy; detach first.
         */
        delete: operations["deleteEscalationPolicy"];
        options?: never;
        head?: never;
        /**
         * Change an escalation policy
         * @description Changes only the given fields.
         */
        patch: operations["updateEscalationPolicy"];
        trace?: never;
    };
    "/api/v1/oncall/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List incidents
         * @description The newest incidents, at most 100. Without a filter those that are open or acknowledged.
         */
        get: operations["listIncidents"];
        put?: never;
        /**
         * Open a manual incident
         * @description Opens an incident on a service and starts its escalation. Without alerts it never resolves automatically.
         */
        post: operations["openIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/incidents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The incident's id. */
                id: components["parameters"]["OncallIncidentId"];
            };
            cookie?: never;
        };
        /**
         * One incident with its alerts and timeline
         * @description The whole incident. Only alerts and timeline are stated; the other fields are open.
         */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/incidents/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The incident's id. */
                id: components["parameters"]["OncallIncidentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge an incident
         * @description The acting user takes responsibility for the incident, and escalation stops. Alerts still attach to it.
         */
        post: operations["acknowledgeIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/incidents/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The incident's id. */
                id: components["parameters"]["OncallIncidentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an incident
         * @description Ends an incident for good, acknowledged or not.
         */
        post: operations["resolveIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/incidents/{id}/updates": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The incident's id. */
                id: components["parameters"]["OncallIncidentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a public update
         * @description Adds one entry written by a person, in any state of the incident. The first makes the incident visible on the status pages that show its service; the author's label comes from the session.
         */
        post: operations["publishUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/incidents/{id}/updates/{uid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The incident's id. */
                id: components["parameters"]["OncallIncidentId"];
                /** @description The update's id. */
                uid: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Retract a published update
         * @description Deletes the update from the public page. An incident without updates is no longer visible there.
         */
        delete: operations["retractUpdate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/paging-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the paging settings of the caller
         * @description The caller's own settings. A user who never saved any is paged by email immediately.
         */
        get: operations["getPagingSettings"];
        /**
         * Change how the caller is paged
         * @description Replaces the caller's rules. The email address is the session's; sms and voice need a phone in E.164 form and the organization's provider credential.
         */
        put: operations["savePagingSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/provider-credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The SMS and voice provider credential
         * @description Whether the organization has stored its own provider account, and which. The auth token is never part of it.
         */
        get: operations["getProviderCredential"];
        /**
         * Store a provider credential
         * @description Verifies the credential with the provider first; it is stored only if the provider accepts it.
         */
        put: operations["setProviderCredential"];
        post?: never;
        /**
         * Forget the provider credential
         * @description From then on every page by sms or voice fails with an error that names the missing credential.
         */
        delete: operations["clearProviderCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List schedules
         * @description Every schedule with its rotation, its overrides and who is on call at the moment of reading.
         */
        get: operations["listSchedules"];
        put?: never;
        /**
         * Create a schedule
         * @description One rotation over the participants in their order. The handoff time is local to the schedule's time zone.
         */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The schedule's id. */
                id: components["parameters"]["OncallScheduleId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a schedule
         * @description Possible once no escalation step targets the schedule.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /**
         * Change a schedule
         * @description Changes only the given fields. A new order of participants shifts the rotation.
         */
        patch: operations["updateSchedule"];
        trace?: never;
    };
    "/api/v1/oncall/schedules/{id}/overrides": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The schedule's id. */
                id: components["parameters"]["OncallScheduleId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put someone else on call for a while
         * @description One substitution with a start and an end. While it is active it takes precedence over the rotation, also for escalation.
         */
        post: operations["addOverride"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/schedules/{id}/overrides/{oid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The schedule's id. */
                id: components["parameters"]["OncallScheduleId"];
                /** @description The override's id. */
                oid: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an override
         * @description The rotation applies again for that time.
         */
        delete: operations["removeOverride"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/services/{id}/escalation-policy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The on-call service's id. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Attach or detach a service's policy
         * @description Attaches the named policy; null detaches. New incidents of a detached service page nobody.
         */
        put: operations["setServiceEscalationPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The contact addresses
         * @description The three addresses of the acting organization.
         */
        get: operations["getContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change contact addresses
         * @description Changes the addresses that are named and leaves the others. For owners and admins.
         */
        patch: operations["updateContacts"];
        trace?: never;
    };
    "/api/v1/registry/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mint a login credential
         * @description One credential, good for an hour, for every registry within the caller's reach. The body may narrow it to one registry or to pulling.
         */
        post: operations["createLoginCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/login/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Log out
         * @description Revokes a login credential immediately and permanently. Where the caller finds its keyId is open; here it is the username.
         */
        delete: operations["revokeLoginCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/registries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the registries
         * @description The registries of the acting organization, in the short shape.
         */
        get: operations["listRegistries"];
        put?: never;
        /**
         * Create a registry
         * @description Creates a registry with a slug that is unique across organizations and never changes. Needs an active payment method; the status of that refusal is open.
         */
        post: operations["createRegistry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/registries/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One registry with its usage
         * @description The registry in the detail shape, with its quota, its logical usage and the number of its repositories.
         */
        get: operations["getRegistry"];
        put?: never;
        post?: never;
        /**
         * Delete an empty registry
         * @description Removes the registry. One that still has repositories is refused, with a status that is open.
         */
        delete: operations["deleteRegistry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/registries/{slug}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List registry keys
         * @description The registry's keys, without their secrets. Whether revoked keys are listed is open.
         */
        get: operations["listRegistryKeys"];
        put?: never;
        /**
         * Mint a registry key
         * @description A long-lived credential for the data plane. The secret is in this answer and nowhere else. Needs registry.key.admin.
         */
        post: operations["createRegistryKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/registries/{slug}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a registry key
         * @description The key stops working and, where it is still listed, shows when it was revoked.
         */
        delete: operations["revokeRegistryKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/registries/{slug}/manifests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a repository's manifests
         * @description Every manifest of one repository with the tags on it; untagged ones too.
         */
        get: operations["listManifests"];
        put?: never;
        post?: never;
        /**
         * Delete one image
         * @description Removes the manifest with that digest and all tags on it, and frees the blobs that the repository no longer needs.
         */
        delete: operations["deleteManifest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/registries/{slug}/oidc-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List OIDC access rules
         * @description The rules by which CI gets short-lived keys for this registry.
         */
        get: operations["listOidcRules"];
        put?: never;
        /**
         * Create an OIDC access rule
         * @description Lets the holder of an ID token that fits issuer, audience and subject pattern get a short-lived key of this mode.
         */
        post: operations["createOidcRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/registries/{slug}/oidc-rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an OIDC access rule
         * @description No further token is exchanged by this rule. What happens to its existing keys is open.
         */
        delete: operations["deleteOidcRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/registries/{slug}/repositories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the repositories
         * @description The repositories of one registry with their tag counts and sizes.
         */
        get: operations["listRepositories"];
        put?: never;
        post?: never;
        /**
         * Delete a repository
         * @description Deletes the repository with everything in it, including untagged manifests.
         */
        delete: operations["deleteRepository"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/registries/{slug}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a repository's tags
         * @description The tags of one repository, each with the digest it points to.
         */
        get: operations["listTags"];
        put?: never;
        post?: never;
        /**
         * Delete a tag
         * @description Deletes the tag and keeps the manifest, untagged if that was its last tag. With purge, an image that loses its last tag is deleted too; this needs the admin tier.
         */
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/registries/{slug}/upstream-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the customer's upstream logins
         * @description Which upstreams have a login and under which username. A password is never shown.
         */
        get: operations["listUpstreamCredentials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/registries/{slug}/upstream-credentials/{host}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the login for an upstream
         * @description Stores the customer's own login for an upstream of the catalog, so that cache pulls spend the customer's rate limits there.
         */
        put: operations["setUpstreamCredential"];
        post?: never;
        /**
         * Delete the login for an upstream
         * @description Forgets the customer's login for that upstream.
         */
        delete: operations["deleteUpstreamCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/upstreams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the upstreams that can be cached
         * @description The upstreams that the pull-through cache offers.
         */
        get: operations["listUpstreams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's tokens
         * @description The tokens of the caller, each with the organization it is bound to. Whether tokens of other organizations show is open.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Mint a personal token
         * @description Binds a new token to the acting organization. The key is in this answer and nowhere else.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens/scope-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the options for the scope of a token
         * @description The roles the caller may grant, built-in and custom, and the resources the caller can read.
         */
        get: operations["getTokenScopeOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uptime/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Intervals and vantages on offer
         * @description Intervals and vantages for monitors. An unavailable vantage is refused when a monitor is written.
         */
        get: operations["getUptimeCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uptime/export-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List export tokens
         * @description The organization's export tokens, without the tokens themselves.
         */
        get: operations["listExportTokens"];
        put?: never;
        /**
         * Mint an export token
         * @description A long-lived credential with which a metrics scraper reads for the whole organization. The token is in this answer and nowhere else.
         */
        post: operations["createExportToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uptime/export-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The export token's id. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an export token
         * @description Takes effect immediately and permanently; a scrape in progress is refused with 401.
         */
        delete: operations["revokeExportToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uptime/monitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List monitors
         * @description The monitors as the backend has them at the moment.
         */
        get: operations["listMonitors"];
        put?: never;
        /**
         * Create a monitor
         * @description The monitor quota is checked before the backend is asked; interval, vantages and target are then judged by the backend.
         */
        post: operations["createMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uptime/monitors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The monitor's id. */
                id: components["parameters"]["UptimeMonitorId"];
            };
            cookie?: never;
        };
        /**
         * One monitor
         * @description The monitor with its check and, if known, its state.
         */
        get: operations["getMonitor"];
        put?: never;
        post?: never;
        /**
         * Delete a monitor
         * @description The backend keeps history and billing; for the API the monitor is unknown from then on.
         */
        delete: operations["deleteMonitor"];
        options?: never;
        head?: never;
        /**
         * Change a monitor
         * @description Changes only the given fields. The kind never changes; create another monitor for another kind.
         */
        patch: operations["updateMonitor"];
        trace?: never;
    };
    "/api/v1/uptime/monitors/{id}/failures": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The monitor's id. */
                id: components["parameters"]["UptimeMonitorId"];
            };
            cookie?: never;
        };
        /**
         * A monitor's recent failures
         * @description Probes that did not succeed, newest first. How many are recent is open.
         */
        get: operations["listMonitorFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uptime/monitors/{id}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The monitor's id. */
                id: components["parameters"]["UptimeMonitorId"];
            };
            cookie?: never;
        };
        /**
         * A monitor's metrics
         * @description Latency and up series and the uptime percentage, each per vantage, over one of three windows.
         */
        get: operations["getMonitorMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uptime/monitors/{id}/transitions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The monitor's id. */
                id: components["parameters"]["UptimeMonitorId"];
            };
            cookie?: never;
        };
        /**
         * A monitor's state changes
         * @description The changes that the down condition brought about, most recent first, at most 50.
         */
        get: operations["listMonitorTransitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uptime/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reach the uptime backend and back
         * @description One round trip through the relay for the acting organization, which needs the Uptime entitlement.
         */
        get: operations["pingUptime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uptime/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List uptime services
         * @description The services, each with the number of its monitors at the moment.
         */
        get: operations["listUptimeServices"];
        put?: never;
        /**
         * Create an uptime service
         * @description A name under which monitors are gathered. No two services share one.
         */
        post: operations["createUptimeService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uptime/services/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The uptime service's id. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an uptime service
         * @description Possible once no monitor is attached; monitors are never deleted along with it.
         */
        delete: operations["deleteUptimeService"];
        options?: never;
        head?: never;
        /**
         * Rename an uptime service
         * @description Gives the service another name that no service has yet.
         */
        patch: operations["renameUptimeService"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A managed cluster. */
        Cluster: {
            /** @description Where the cluster keeps its state. */
            datastore: {
                /** @description Whether a dedicated datastore is backed up; absent for a shared one. */
                backups?: boolean;
                /** @description Whether the datastore is shared with others or dedicated to this cluster. */
                mode: string;
                /** @description How many replicas a dedicated datastore has; absent for a shared one. */
                replicas?: number;
                /** @description Size of a dedicated datastore; absent for a shared one. */
                size?: string;
                /** @description Storage of a dedicated datastore, in GiB; absent for a shared one. */
                storageGiB?: number;
            };
            /** @description Address of the cluster's own API; absent until there is one. Its form is open. */
            endpoint?: string;
            /** @description Load balancers that the platform runs for services of the cluster. */
            managedLoadBalancers: {
                /** @description Whether services can have load balancers. */
                enabled: boolean;
                /** @description The load balancers there are, in no particular order. */
                loadBalancers: {
                    /** @description Public address of the load balancer. */
                    ip: string;
                    /** @description Service of the cluster that is exposed, as namespace and name. */
                    service: string;
                }[];
                /** @description How many services can have one. The number is open. */
                maxServices: number;
            };
            /** @description Whether the cluster has a service mesh. */
            mesh: boolean;
            /** @description Name of the cluster; the API knows it by this. */
            name: string;
            /** @description Version of the orchestrator that the cluster runs or is going to. */
            orchestratorVersion: string;
            /** @description Values are open. */
            phase: string;
            /** @description How many replicas the control plane has. */
            replicas: number;
            /** @description Size of the control plane. */
            tier: string;
        };
        /** @description Contact addresses of the organization. */
        Contacts: {
            /**
             * Format: email
             * @description Email address that invoices go to.
             */
            billingEmail: string;
            /**
             * Format: email
             * @description Email address that security notices go to.
             */
            securityEmail: string;
            /**
             * Format: email
             * @description Email address that technical notices go to.
             */
            technicalEmail: string;
        };
        /** @description A webhook delivery: one event on its way to one endpoint. */
        EmailDelivery: {
            /** @description How often it was tried so far. */
            attempts: number;
            /** @description When the delivery was queued. */
            createdAt: string;
            /** @description When the endpoint took it; absent until then. */
            deliveredAt?: string;
            /** @description Id of the webhook endpoint that it goes to. */
            endpointId: string;
            /** @description Type of the event that it reports. */
            eventType: string;
            /** @description Number of the delivery. */
            id: number;
            /** @description Why the last attempt failed; absent when it did not. The wording is open. */
            lastError?: string;
            /** @description HTTP status that the endpoint answered last; absent when it never answered. */
            lastStatus?: number;
            /** @description Id of the message that the event is about; absent when it is about none. */
            messageId?: string;
            /**
             * @description How far the delivery has got.
             * @enum {string}
             */
            state: "pending" | "delivering" | "delivered" | "failed";
        };
        /** @description A DNS record that the owner of the domain has to publish. */
        EmailDnsRecord: {
            /**
             * @description What the record is needed for.
             * @enum {string}
             */
            capability: "send" | "receive";
            /** @description Name that the record is published under. */
            name: string;
            /** @description Priority, for MX records. */
            priority?: number;
            /** @description Type of the record, such as TXT, CNAME or MX. */
            type: string;
            /** @description Value that the record must have. */
            value: string;
        };
        /** @description A domain that mail is sent from or received at. */
        EmailDomain: {
            /** @description When the domain was claimed. */
            createdAt: string;
            /** @description The DNS records to publish. Which these are is open. */
            dnsRecords: components["schemas"]["EmailDnsRecord"][];
            /** @description Id of the domain. */
            id: string;
            /** @description The domain name. */
            name: string;
            /**
             * @description Whether the domain can receive mail; none until receiving is armed.
             * @enum {string}
             */
            receiveState: "none" | "pending" | "verified" | "failed";
            /**
             * @description Whether mail can be sent from the domain yet.
             * @enum {string}
             */
            sendState: "pending" | "verified" | "failed";
        };
        /** @description A message in the log, sent or received. */
        EmailMessage: {
            /** @description Addresses of those who get a copy; absent when there are none. */
            cc?: string[];
            /** @description When the message was accepted. */
            createdAt: string;
            /**
             * @description Whether the message was sent or received.
             * @enum {string}
             */
            direction: "send" | "receive";
            /** @description Id of the organization's domain that sent or received it. */
            domainId: string;
            /** @description How the message was submitted. Its values are open. */
            door?: string;
            /** @description Address of the sender. */
            from: string;
            /** @description Id of the message. */
            id: string;
            /** @description The latest reason why it could not be delivered; absent when there is none. The wording is open. */
            lastError?: string;
            /** @description When the message was handed on; absent until then. */
            sentAt?: string;
            /** @description Size of the whole message, in bytes. */
            sizeBytes: number;
            /** @description How far the message has got. Which states there are is open. */
            state: string;
            /** @description When the message got into its present state. */
            stateAt: string;
            /** @description The subject; absent when the message has none. */
            subject?: string;
            /** @description Addresses of the recipients. */
            to: string[];
        };
        /** @description Something that happened to a message. */
        EmailMessageEvent: {
            /** @description How lasting a bounce is; absent for other events. Its values are open. */
            bounceType?: string;
            /** @description Details from the other mail server. Its fields are open. */
            detail?: Record<string, never>;
            /**
             * @description What happened.
             * @enum {string}
             */
            kind: "sent" | "delivered" | "bounced" | "complained";
            /** @description When it happened. */
            occurredAt: string;
            /** @description Address of the recipient that it is about; absent when it is about all of them. */
            recipient?: string;
        };
        /** @description A route for mail to some addresses of a domain. */
        EmailRoute: {
            /** @description When the route was created. */
            createdAt: string;
            /** @description Id of the domain whose mail is routed. */
            domainId: string;
            /** @description Id of the webhook endpoint that is notified. */
            endpointId: string;
            /** @description Id of the route. */
            id: string;
            /** @description Which local parts it is about: one exactly, a beginning followed by a star, or a star alone for all. */
            pattern: string;
        };
        /** @description A send key, without its secret. */
        EmailSendKey: {
            /** @description When the key was created. */
            createdAt: string;
            /** @description Ids of the only domains that the key sends from; empty when it sends from all of them. */
            domainIds: string[];
            /** @description Id of the key. */
            id: string;
            /** @description The public part of the key, safe to show. Its form is open. */
            keyId: string;
            /** @description When the key last sent something; absent when it never did. */
            lastUsedAt?: string;
            /** @description Name given when the key was created. */
            name: string;
        };
        /** @description Limits and current state of sending. Read-only. */
        EmailSettings: {
            /** @description How many messages were accepted for sending today. */
            acceptedToday?: number;
            /** @description Share of bounces, in percent, at which sending is paused. */
            bouncePausePct?: number;
            /** @description Share of complaints, in percent, at which sending is paused. */
            complaintPausePct?: number;
            /** @description How many messages may be sent in a day. */
            dailyQuota: number;
            /** @description Whether sending is paused for the whole organization. */
            paused: boolean;
            /** @description Since when sending is paused; absent when it is not. */
            pausedAt?: string;
            /** @description Why sending is paused; absent when it is not. The wording is open. */
            pauseReason?: string;
        };
        /** @description An address that no mail is sent to. */
        EmailSuppression: {
            /** @description Email address that no mail is sent to. */
            address: string;
            /** @description Since when. */
            createdAt: string;
            /** @description Id of the suppression. */
            id: string;
            /**
             * @description Why: mail to it bounced, its owner complained, or somebody entered it.
             * @enum {string}
             */
            reason: "bounce" | "complaint" | "manual";
        };
        /** @description A webhook endpoint of the organization. */
        EmailWebhook: {
            /** @description When the endpoint was created. */
            createdAt: string;
            /** @description Whether deliveries to the endpoint are stopped. */
            disabled: boolean;
            /** @description Event types that the endpoint subscribes to. */
            eventTypes: string[];
            /** @description Id of the endpoint. */
            id: string;
            /** @description URL that deliveries are posted to. */
            url: string;
        };
        /** @description The body of every error answer (Conventions; Errors). Its text and any codes are open. */
        Error: {
            /** @description A human-readable error message; the wording is open. */
            error: string;
        };
        /** @description A resource that a role can be narrowed to. */
        IamResource: {
            /** @description Id of the resource. */
            id: string;
            /** @description Name of the resource, for display. */
            name: string;
            /** @description Service that the resource belongs to. */
            service: string;
        };
        /** @description A role that can be granted, built-in or custom. */
        IamRole: {
            /** @description What the role allows, in a sentence. */
            description: string;
            /** @description Id of the role. */
            id: string;
            /**
             * @description Whether the platform defines the role or the organization does.
             * @enum {string}
             */
            kind: "builtin" | "custom";
            /** @description Name of the role, for display. */
            name: string;
            /** @description Permissions that the role grants, as the permission catalog names them. */
            permissions: string[];
            /** @description Whether the role can be narrowed to single resources. */
            scopable: boolean;
            /** @description Service that the role belongs to; absent for a role of the whole organization. */
            service?: string;
        };
        /** @description A credential for the data plane as it is minted. No operation shows it again. */
        LoginCredential: {
            /** @description When the credential stops working. */
            expiresAt: string;
            /** @description The password of the credential. That it shows only once is not stated. */
            password: string;
            /** @description Slug of the registry to log in to. Its value for a credential for several registries is open. */
            registry: string;
            /** @description The registries that the credential opens. */
            scope: {
                /**
                 * @description Whether the credential can only pull there or push as well.
                 * @enum {string}
                 */
                mode: "pull" | "readwrite";
                /** @description Slug of the registry. */
                registry: string;
            }[];
            /** @description User name to log in with; it also names the credential when it is revoked. Its form is open. */
            username: string;
        };
        /** @description Measurements of a monitor's probes within a time window. */
        MetricsView: {
            /** @description Measurements by vantage. */
            series: {
                /** @description Measurements by time step. Their order is open. */
                points: {
                    /** @description Duration of the probe in milliseconds. Its value for a failure is open. */
                    latencyMs: number;
                    /** @description When. Whether in seconds or milliseconds since 1970 is open. */
                    t: number;
                    /** @description Whether it succeeded, as a number. Its values are open. */
                    up: number;
                }[];
                /** @description Id of the place that probed. */
                vantage: string;
            }[];
            /** @description How far apart the points are, in seconds. Its size is open. */
            stepSeconds: number;
            /** @description Per vantage; keys and values are open. */
            uptimePct: Record<string, never>;
            /**
             * @description How far back the view goes from now.
             * @enum {string}
             */
            window: "1h" | "24h" | "7d";
        };
        /** @description A machine that has joined a cluster. */
        Node: {
            /** @description Version of the agent on the node. */
            agentVersion: string;
            /** @description Name of the node, unique in its cluster. */
            name: string;
            /** @description Whether the node can run something at the moment. */
            ready: boolean;
        };
        /** @description A webhook that a monitoring system sends alerts to. Its token is never part of it. */
        OncallAlertSource: {
            /** @description When the source was created. */
            createdAt: string;
            /** @description Id of the source. */
            id: string;
            /** @description When the last alert arrived. Its value before the first one is open. */
            lastEventAt: string;
            /** @description Name given when the source was created. */
            name: string;
            /** @description Id of the service that its alerts are about. */
            serviceId: string;
        };
        /** @description A new alert source, with its token for the only time. */
        OncallAlertSourceCreated: {
            /** @description When the source was created. */
            createdAt: string;
            /** @description Id of the source. */
            id: string;
            /** @description The resource has it, the operation's own list leaves it out; both fit. */
            lastEventAt?: string;
            /** @description Name given to the source. */
            name: string;
            /** @description Id of the service that its alerts are about. */
            serviceId: string;
            /** @description The bearer token that alerts are sent with. This answer is the only one that has it. */
            token: string;
        };
        /** @description Who is paged about an incident, step by step. */
        OncallEscalationPolicy: {
            /** @description When the policy was created. */
            createdAt: string;
            /** @description Id of the policy. */
            id: string;
            /** @description Name of the policy. */
            name: string;
            /** @description Its meaning is open (oncall.repeat-meaning). */
            repeat: number;
            /** @description How many services are attached. */
            services: number;
            /** @description Whom to page, in this order. */
            steps: components["schemas"]["OncallEscalationStep"][];
        };
        /** @description Who is paged at one step, and how long to wait before the next. */
        OncallEscalationStep: {
            /** @description Who is paged. */
            target: {
                /** @description A schedule or a user, as kind says. */
                id: string;
                /**
                 * @description Whether that is a user or whoever is on call in a schedule.
                 * @enum {string}
                 */
                kind: "schedule" | "user";
                /** @description Name of the target, for display. */
                label: string;
            };
            /** @description Whether it is before or after the step is open (oncall.wait-meaning). */
            waitSeconds: number;
        };
        /** @description When the rotation passes on to the next participant. */
        OncallHandoff: {
            /** @description Day of the week; the numbering is open (oncall.dow-numbering). */
            dow?: number;
            /**
             * @description How often the turn passes on.
             * @enum {string}
             */
            interval: "daily" | "weekly";
            /** @description Local to the time zone of the schedule; its form is open (oncall.handoff-time-format). */
            time: string;
        };
        /** @description An incident on a service, as lists show it. */
        OncallIncident: {
            /** @description When somebody took it; absent until then. */
            acknowledgedAt?: string;
            /** @description How many of its alerts fire at the moment. */
            firingAlerts: number;
            /** @description Id of the incident. */
            id: string;
            /** @description When it was opened. */
            openedAt: string;
            /** @description When it was resolved; absent until then. */
            resolvedAt?: string;
            /** @description Id of the service that has the incident. */
            serviceId: string;
            /** @description Name of that service, for display. */
            serviceName: string;
            /**
             * @description Status of the incident.
             * @enum {string}
             */
            status: "open" | "acknowledged" | "resolved";
            /** @description Short description of the problem. */
            title: string;
        };
        /** @description One incident with its alerts and its timeline. No field of it is stated. */
        OncallIncidentDetail: {
            [key: string]: unknown;
        };
        /** @description How, and how soon, somebody is paged. */
        OncallNotificationRule: {
            /**
             * @description Channel of the page.
             * @enum {string}
             */
            channel: "email" | "sms" | "voice";
            /** @description How long to wait before this page, in seconds. */
            delaySeconds: number;
        };
        /** @description A user who is on call instead of the rotation for a time. */
        OncallOverride: {
            /** @description When the rotation applies again. Whether it is returned as sent is open. */
            endsAt: string;
            /** @description Id of the override, unique in its schedule. */
            id: string;
            /** @description Name of that user, for display. */
            label: string;
            /** @description When they take over. Whether it is returned as sent is open. */
            startsAt: string;
            /** @description Id of the user who takes over. */
            userId: string;
        };
        /** @description Somebody in the rotation of a schedule. */
        OncallParticipant: {
            /** @description Name of the user, for display. */
            label: string;
            /** @description Id of the user. */
            userId: string;
        };
        /** @description A rotation of people who are on call. */
        OncallSchedule: {
            /** @description When the schedule was created. */
            createdAt: string;
            /** @description When the rotation passes on to the next participant. */
            handoff: components["schemas"]["OncallHandoff"];
            /** @description Id of the schedule. */
            id: string;
            /** @description Name of the schedule. */
            name: string;
            /** @description Who is on call when the schedule is read. Its absence is always legal. */
            onCallNow?: {
                /** @description Name of that user, for display. */
                label: string;
                /** @description Whether they are on call by an override instead of by the rotation. */
                override: boolean;
                /** @description When the next person is on call. What counts as the next person is open. */
                until: string;
                /** @description Id of the user who is on call. */
                userId: string;
            };
            /** @description The overrides, in no particular order. */
            overrides: components["schemas"]["OncallOverride"][];
            /** @description Who takes turns, in the order of their turns. */
            participants: components["schemas"]["OncallParticipant"][];
            /** @description Time zone that handoffs are reckoned in. */
            timezone: string;
        };
        /** @description A service that incidents belong to. */
        OncallService: {
            /** @description When the service was created. */
            createdAt: string;
            /** @description Without a policy absent, or null as it went in; both readings fit. */
            escalationPolicyId?: string | null;
            /** @description Id of the service. */
            id: string;
            /** @description Name of the service. */
            name: string;
        };
        /** @description How the caller is paged. */
        PagingSettings: {
            /** @description The address of the session, never of a body. */
            email: string;
            /** @description Phone number for SMS and voice, in E.164 form. How one that was never set shows is open. */
            phone: string;
            /** @description How the caller is paged, in no particular order. */
            rules: components["schemas"]["OncallNotificationRule"][];
        };
        /** @description A service with its resources and the permissions on each. */
        PermissionCatalogService: {
            /** @description Kinds of resources of the service. */
            resources: {
                /** @description Short name of the kind of resource. */
                resource: string;
                /** @description Name of the kind of resource, for display. */
                resourceLabel: string;
                /** @description Permissions on resources of this kind, one for each tier. */
                tiers: components["schemas"]["PermissionCatalogTier"][];
            }[];
            /** @description Short name of the service. */
            service: string;
            /** @description Name of the service, for display. */
            serviceLabel: string;
        };
        /** @description One permission on a resource. */
        PermissionCatalogTier: {
            /** @description What the permission allows, for display. */
            label: string;
            /** @description Name of the permission, as roles list it. */
            permission: string;
            /**
             * @description How far the permission goes.
             * @enum {string}
             */
            tier: "read" | "write" | "admin";
        };
        /** @description A personal API token, as lists show it. Its key is never part of it. */
        PersonalToken: {
            /**
             * Format: date-time
             * @description When the token was created.
             */
            createdAt: string;
            /** @description Whether the token works at all; one that was switched off does not. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description When the token stops working. How a token that never expires shows is open.
             */
            expiresAt: string;
            /** @description Id of the token. */
            id: string;
            /**
             * Format: date-time
             * @description When the token was last used. How a token that was never used shows is open.
             */
            lastRequest: string;
            /** @description Name given when the token was created. */
            name: string;
            /** @description Slug of the organization that the token acts for. */
            orgSlug: string;
            /** @description Roles and resources that the token is narrowed to; empty when it is not narrowed. */
            scope: {
                /** @description Ids of the only resources that the role reaches; empty when it reaches all of them. */
                resourceIds: string[];
                /** @description Id of the role. */
                role: string;
                /** @description Name of the role, for display. */
                roleName: string;
            }[];
            /** @description How a person recognises the key; content open. */
            start: string;
        };
        /** @description The organization's account with its SMS and voice provider. The auth token is never part of it. */
        ProviderCredential: {
            /** @description Id of the account at the provider. Its value without an account is open. */
            accountSid: string;
            /** @description Whether an account is stored. */
            configured: boolean;
            /** @description Phone number that pages come from. Its value without an account is open. */
            fromNumber: string;
            /** @description When the account was last stored or cleared. Its value before that is open. */
            updatedAt: string;
        };
        /** @description A message about an incident on the public status page. */
        PublicUpdate: {
            /** @description When it was published. */
            at: string;
            /** @description The text of the update. */
            body: string;
            /** @description The author, taken from the session. */
            byLabel: string;
            /** @description Id of the update, unique in its incident. */
            id: string;
        };
        /** @description A token that machines register themselves with. Its secret is never part of it. */
        RegistrationToken: {
            /** @description When the token was created. */
            createdAt: string;
            /** @description Whether new registrations with the token are stopped. */
            disabled: boolean;
            /** @description When the token stops working; absent when it never does. How long tokens last is open. */
            expiresAt?: string;
            /** @description Id of the token. */
            id: string;
            /** @description When a machine last registered with it; absent when none did. */
            lastUsed?: string;
            /** @description Name given when the token was created. */
            name: string;
        };
        /** @description A registry as lists and creation show it. */
        Registry: {
            /** @description When the registry was created. */
            createdAt: string;
            /** @description Name for display. */
            displayName: string;
            /** @description Where images are stored. */
            region: string;
            /** @description Slug of the registry; the API knows it by this. */
            slug: string;
            /** @description How much may be stored, in bytes. */
            storageQuotaBytes: number;
        };
        /** @description A registry read alone. It has no display name but its usage. */
        RegistryDetail: {
            /** @description When the registry was created. */
            createdAt: string;
            /** @description Where images are stored. */
            region: string;
            /** @description How many repositories there are at the moment. */
            repositoryCount: number;
            /** @description Slug of the registry; the API knows it by this. */
            slug: string;
            /** @description How much may be stored, in bytes. */
            storageQuotaBytes: number;
            /** @description How much is stored at the moment, in bytes. */
            usedBytes: number;
        };
        /** @description A registry key, without its secret. */
        RegistryKey: {
            /** @description When the key was created. */
            createdAt: string;
            /** @description When the key stops working; absent when it never does. */
            expiresAt?: string;
            /** @description Id of the key. */
            keyId: string;
            /** @description When the key was last used; absent when it never was. */
            lastUsedAt?: string;
            /**
             * @description Whether a person created the key, or a workload exchanged an OIDC token for it.
             * @enum {string}
             */
            mintedVia: "manual" | "oidc";
            /**
             * @description Whether the key can only pull or push as well.
             * @enum {string}
             */
            mode: "pull" | "readwrite";
            /** @description Name given when the key was created. */
            name: string;
            /** @description Beginnings of the names of the only repositories that the key opens; empty when it opens all of them. */
            repoPrefixes: string[];
            /** @description When the key was revoked; absent while it works. */
            revokedAt?: string;
        };
        /** @description A manifest, with the tags that point to it. */
        RegistryManifest: {
            /** @description When the manifest was pushed. */
            createdAt: string;
            /** @description Digest of the manifest, such as sha256 and 64 hexadecimal digits. */
            digest: string;
            /** @description Media type of the manifest. */
            mediaType: string;
            /** @description Size in bytes. What it includes is open. */
            sizeBytes: number;
            /** @description Names of the tags that point to it; empty when it is untagged. */
            tags: string[];
        };
        /** @description Which workloads may exchange their OIDC token for a registry key. */
        RegistryOidcRule: {
            /** @description Audience that a token must be meant for. */
            audience: string;
            /** @description When the rule was created. */
            createdAt: string;
            /** @description Number of the rule. */
            id: number;
            /** @description URL of the issuer of the tokens that the rule is about. */
            issuer: string;
            /**
             * @description Whether keys created by this rule can only pull, or also push.
             * @enum {string}
             */
            mode: "pull" | "readwrite";
            /** @description Name of the rule. */
            name: string;
            /** @description Beginnings of the names of the only repositories that such keys open; empty when they open all of them. */
            repoPrefixes: string[];
            /** @description Which subjects the rule fits. */
            subjectPattern: string;
        };
        /** @description A repository of images in a registry. */
        RegistryRepository: {
            /** @description When the repository was created. */
            createdAt: string;
            /** @description Name of the repository, unique in its registry; may contain slashes. */
            name: string;
            /** @description Size of the repository in bytes. */
            sizeBytes: number;
            /** @description How many tags the repository has. */
            tagCount: number;
        };
        /** @description A tag, with the manifest it points to. */
        RegistryTag: {
            /** @description Digest of the manifest that the tag points to. */
            digest: string;
            /** @description Size in bytes. What it includes is open. */
            manifestSize: number;
            /** @description Name of the tag, unique in its repository. */
            name: string;
            /** @description When the tag was last moved to a manifest. */
            updatedAt: string;
        };
        /** @description An upstream registry that images can be pulled through. */
        RegistryUpstream: {
            /** @description Address to pull this upstream through. Its form is open. */
            endpoint: string;
            /** @description Host name of the upstream; the API knows it by this. */
            host: string;
        };
        /** @description A login that the customer brought for an upstream. Its password is never part of it. */
        RegistryUpstreamCredential: {
            /** @description When the credential was stored. */
            createdAt: string;
            /** @description Host of the upstream that the credential is for. */
            upstream: string;
            /** @description User name to log in with there. */
            username: string;
        };
        /** @description A resource that a token can be narrowed to. */
        TokenScopeResource: {
            /** @description Id of the resource, as a scope names it. */
            id: string;
            /** @description Name of the resource, for display. */
            name: string;
            /** @description Service that the resource belongs to. */
            service: string;
        };
        /** @description A role that a token can be narrowed to. */
        TokenScopeRole: {
            /** @description What the role allows, in a sentence. */
            description: string;
            /** @description Id of the role, as a scope names it. */
            id: string;
            /** @description Name of the role, for display. */
            name: string;
            /** @description Whether the role can be narrowed to single resources. */
            scopable: boolean;
            /** @description Service that the role belongs to; absent for a role of the whole organization. */
            service?: string;
        };
        /** @description When a monitor counts as down. The exact meaning of the two numbers is open. */
        UptimeDownCondition: {
            /** @description Number of failures in a row. What exactly is counted is open. */
            confirmations: number;
            /** @description Number of vantages that must agree. What exactly they agree on is open. */
            quorum: number;
        };
        /** @description A token that metrics are scraped with. Its secret is never part of it. */
        UptimeExportToken: {
            /** @description When the token was created. */
            createdAt: string;
            /** @description Id of the token. */
            id: string;
            /** @description When metrics were last scraped with it. How a token that was never used shows is open. */
            lastUsedAt: string;
            /** @description Name given when the token was created. */
            name: string;
        };
        /** @description A new export token, with its secret for the only time. */
        UptimeExportTokenCreated: {
            /** @description When the token was created. */
            createdAt: string;
            /** @description Id of the new token. */
            id: string;
            /** @description The resource has it, the operation's own list leaves it out; both fit. */
            lastUsedAt?: string;
            /** @description Name given to the token. */
            name: string;
            /** @description The secret to scrape metrics with. This answer is the only one that has it. */
            token: string;
        };
        /** @description A probe that did not succeed. */
        UptimeFailure: {
            /** @description When the probe ran. */
            at: string;
            /** @description Number of the attempt. What is counted is open. */
            attempt: number;
            /** @description Description of the failure. Its value if nothing is known is open. */
            errorDetail: string;
            /** @description Kind of failure. The possible values are open. */
            errorKind: string;
            /**
             * @description Outcome of the probe. The difference between fail and error is open.
             * @enum {string}
             */
            outcome: "fail" | "error";
            /** @description Cut to size when it was captured. */
            responseSnippet: string;
            /** @description Id of the vantage it ran from. */
            vantage: string;
        };
        /** @description An HTTP request, and the expected response. */
        UptimeHttpCheck: {
            /** @description Body to send, in Base64. */
            bodyBase64?: string;
            /** @description Text that the response must contain. */
            expectBodyContains?: string;
            /** @description Statuses that count as up. Whether classes such as 2xx are allowed is open. */
            expectStatus?: string[];
            /** @description Whether to follow redirects. */
            followRedirects?: boolean;
            /** @description A map; what its values may be is open (uptime.header-values). */
            headers?: {
                [key: string]: unknown;
            };
            /**
             * @description Method to ask with.
             * @enum {string}
             */
            method?: "GET" | "HEAD" | "POST";
            /**
             * Format: uri
             * @description URL to ask.
             */
            url: string;
        };
        /** @description How often a monitor can probe. */
        UptimeInterval: {
            /** @description The interval in words, for display. */
            label: string;
            /** @description The interval, in seconds. */
            seconds: number;
        };
        /** @description Something that is probed from several places, at an interval. */
        UptimeMonitor: {
            /** @description When the monitor was created. */
            createdAt: string;
            /** @description When a monitor counts as down. The exact meaning of the two numbers is open. */
            downCondition: components["schemas"]["UptimeDownCondition"];
            /** @description Whether it probes at all. */
            enabled: boolean;
            /** @description An HTTP request, and the expected response. */
            http?: components["schemas"]["UptimeHttpCheck"];
            /** @description Id of the monitor. */
            id: string;
            /** @description How often it probes, in seconds. */
            intervalSeconds: number;
            /**
             * @description Kind of the probe.
             * @enum {string}
             */
            kind: "tcp" | "http";
            /** @description Name of the monitor. */
            name: string;
            /** @description Id of the service that the monitor belongs to; absent when it belongs to none. */
            serviceId?: string;
            /**
             * @description Its absence is always legal.
             * @enum {string}
             */
            state?: "pending" | "up" | "down";
            /** @description When it entered its state. Its value before the first probe is open. */
            stateSince?: string;
            /** @description A TCP connection, and the expected data. */
            tcp?: components["schemas"]["UptimeTcpCheck"];
            /** @description How long a probe may take, in milliseconds. */
            timeoutMs: number;
            /** @description When the monitor was last changed. What counts as a change is open. */
            updatedAt: string;
            /** @description Ids of the places that it probes from. */
            vantages: string[];
        };
        /** @description A group of monitors. */
        UptimeService: {
            /** @description When the service was created. */
            createdAt: string;
            /** @description Id of the service. */
            id: string;
            /** @description How many monitors it has at the moment. */
            monitors: number;
            /** @description Name of the service. */
            name: string;
        };
        /** @description A TCP connection, and the expected data. */
        UptimeTcpCheck: {
            /** @description Data that the response must start with, in Base64. */
            expectPrefixBase64?: string;
            /** @description Host to connect to. */
            host: string;
            /** @description Port to connect to. */
            port: number;
            /** @description Data to send once connected, in Base64. */
            sendBase64?: string;
            /** @description Whether to speak TLS. */
            tls?: boolean;
        };
        /** @description A change of a monitor's state. */
        UptimeTransition: {
            /** @description When the state changed. */
            at: string;
            /** @description Ids of the vantages that saw a failure. Its value on recovery is open. */
            failingVantages: string[];
            /**
             * @description The state before.
             * @enum {string}
             */
            from: "pending" | "up" | "down";
            /**
             * @description The state after.
             * @enum {string}
             */
            to: "pending" | "up" | "down";
        };
        /** @description A location that probes run from. */
        UptimeVantage: {
            /** @description Whether probes can run from there now. */
            available: boolean;
            /** @description Id of the place, as monitors name it. */
            id: string;
            /** @description Name of the place, for display. */
            label: string;
        };
    };
    responses: {
        /** @description Nodes would be left too far behind (they are named), a component is too crowded for the smaller tier (it is named), or another change is under way. */
        ClusterChangeBlocked: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A quota is used up, or the cluster belongs to another organization. */
        ClusterForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "cluster quota exceeded"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The email backend cannot be reached. */
        EmailBackendUnreachable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "email backend is unreachable"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Email is not enabled for the organization, or the subject lacks the permission, perhaps on this domain only. */
        EmailForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "email is not enabled for this organization"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource does not exist, or its content is no longer kept. */
        EmailNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "not found"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller is neither owner nor admin. */
        NeedsGrantManagement: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "grant management is for owners and admins"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No valid session. */
        NoValidSession: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "no valid session"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Refused for a reason whose status the contract leaves open (invalid input, for one). The status is a gap; only the shape is stated. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "name is required"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No authenticated caller. */
        Unauthenticated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unauthenticated"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unknown cluster. For an unknown node or token, the status is assumed. */
        UnknownCluster: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unknown cluster"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unknown role or subject, or an invalid resource selector. Stated for the group (Errors), though neither operation takes a role, a subject or a selector. */
        UnknownRoleOrSelector: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unknown role"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A service has this name already. */
        UptimeNameTaken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "a service with this name exists"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Uptime is not enabled for the organization (private beta). */
        UptimeNotEnabled: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "uptime is not enabled for this organization"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unknown service or monitor. */
        UptimeUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "unknown monitor"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The uptime backend cannot be reached. */
        UptimeUnreachable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "the uptime backend is unreachable"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description The domain. */
        EmailDomainId: string;
        /** @description The message. */
        EmailMessageId: string;
        /** @description The webhook endpoint. */
        EmailWebhookId: string;
        /** @description The incident's id. */
        OncallIncidentId: string;
        /** @description The schedule's id. */
        OncallScheduleId: string;
        /** @description The repository's name within the registry. */
        RegistryRepo: string;
        /** @description The registry's slug. */
        RegistrySlug: string;
        /** @description The monitor's id. */
        UptimeMonitorId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listClusters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The clusters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clusters": [
                     *         {
                     *           "name": "shop-prod",
                     *           "tier": "medium",
                     *           "orchestratorVersion": "1.32.4",
                     *           "replicas": 3,
                     *           "mesh": true,
                     *           "datastore": {
                     *             "mode": "dedicated",
                     *             "size": "db-medium",
                     *             "storageGiB": 40,
                     *             "replicas": 2,
                     *             "backups": true
                     *           },
                     *           "phase": "ready",
                     *           "endpoint": "https://shop-prod.clusters.example:6443",
                     *           "managedLoadBalancers": {
                     *             "enabled": true,
                     *             "maxServices": 5,
                     *             "loadBalancers": [
                     *               {
                     *                 "service": "shop/checkout",
                     *                 "ip": "203.0.113.10"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The clusters of the organization, in no particular order. */
                        clusters: components["schemas"]["Cluster"][];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ClusterForbidden"];
            404: components["responses"]["UnknownCluster"];
        };
    };
    createCluster: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "shop-staging",
                 *       "tier": "small",
                 *       "orchestratorVersion": "1.32.4",
                 *       "replicas": 1,
                 *       "datastore": {
                 *         "mode": "shared"
                 *       },
                 *       "managedLoadBalancers": {
                 *         "enabled": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Where the cluster keeps its state. */
                    datastore?: {
                        /** @description Whether a dedicated datastore is backed up. */
                        backups?: boolean;
                        /**
                         * @description Whether the datastore is shared with others or dedicated to this cluster.
                         * @enum {string}
                         */
                        mode: "shared" | "dedicated";
                        /** @description How many replicas a dedicated datastore has. */
                        replicas?: number;
                        /**
                         * @description Size of a dedicated datastore.
                         * @enum {string}
                         */
                        size?: "db-small" | "db-medium" | "db-large";
                        /** @description Storage of a dedicated datastore, in GiB. */
                        storageGiB?: number;
                    };
                    /** @description Load balancers that the platform runs for services of the cluster. */
                    managedLoadBalancers?: {
                        /** @description Whether services can have load balancers. */
                        enabled: boolean;
                    };
                    /** @description Whether the cluster gets a service mesh. */
                    mesh?: boolean;
                    /** @description Name of the cluster, unique in the organization; the API knows it by this. */
                    name: string;
                    /** @description Version of the orchestrator to begin with. */
                    orchestratorVersion?: string;
                    /** @description Redundancy of the control plane. */
                    replicas?: number;
                    /**
                     * @description Size of the control plane.
                     * @enum {string}
                     */
                    tier: "small" | "medium" | "large";
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The cluster, accepted and not yet there. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "shop-staging",
                     *       "tier": "small",
                     *       "orchestratorVersion": "1.32.4",
                     *       "replicas": 1,
                     *       "mesh": false,
                     *       "datastore": {
                     *         "mode": "shared"
                     *       },
                     *       "phase": "provisioning",
                     *       "managedLoadBalancers": {
                     *         "enabled": false,
                     *         "maxServices": 5,
                     *         "loadBalancers": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Cluster"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ClusterForbidden"];
            404: components["responses"]["UnknownCluster"];
        };
    };
    getCluster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The cluster's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The cluster. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "shop-prod",
                     *       "tier": "medium",
                     *       "orchestratorVersion": "1.32.4",
                     *       "replicas": 3,
                     *       "mesh": true,
                     *       "datastore": {
                     *         "mode": "dedicated",
                     *         "size": "db-medium",
                     *         "storageGiB": 40,
                     *         "replicas": 2,
                     *         "backups": true
                     *       },
                     *       "phase": "ready",
                     *       "endpoint": "https://shop-prod.clusters.example:6443",
                     *       "managedLoadBalancers": {
                     *         "enabled": true,
                     *         "maxServices": 5,
                     *         "loadBalancers": [
                     *           {
                     *             "service": "shop/checkout",
                     *             "ip": "203.0.113.10"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Cluster"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ClusterForbidden"];
            404: components["responses"]["UnknownCluster"];
        };
    };
    deleteCluster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The cluster's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The teardown is accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ClusterForbidden"];
            404: components["responses"]["UnknownCluster"];
        };
    };
    updateCluster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The cluster's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "orchestratorVersion": "1.33.1",
                 *       "datastore": {
                 *         "size": "db-large",
                 *         "storageGiB": 80,
                 *         "replicas": 2,
                 *         "backups": true
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description All four fields are needed; unlike in the creation none is marked optional. */
                    datastore?: {
                        /** @description Whether the datastore is backed up; unchanged if omitted. */
                        backups: boolean;
                        /** @description New number of replicas; unchanged if omitted. */
                        replicas: number;
                        /**
                         * @description New size; unchanged if omitted.
                         * @enum {string}
                         */
                        size: "db-small" | "db-medium" | "db-large";
                        /** @description New storage, in GiB; unchanged if omitted. */
                        storageGiB: number;
                    };
                    /** @description Load balancers that the platform runs; unchanged if omitted. */
                    managedLoadBalancers?: {
                        /** @description Whether services can have load balancers. */
                        enabled: boolean;
                    };
                    /** @description Version of the orchestrator to upgrade to; unchanged if omitted. */
                    orchestratorVersion?: string;
                    /** @description Redundancy of the control plane. */
                    replicas?: number;
                    /** @description A plain string here, unlike in the creation. */
                    tier?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The cluster, the change accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "shop-prod",
                     *       "tier": "medium",
                     *       "orchestratorVersion": "1.33.1",
                     *       "replicas": 3,
                     *       "mesh": true,
                     *       "datastore": {
                     *         "mode": "dedicated",
                     *         "size": "db-large",
                     *         "storageGiB": 80,
                     *         "replicas": 2,
                     *         "backups": true
                     *       },
                     *       "phase": "rolling",
                     *       "endpoint": "https://shop-prod.clusters.example:6443",
                     *       "managedLoadBalancers": {
                     *         "enabled": true,
                     *         "maxServices": 5,
                     *         "loadBalancers": [
                     *           {
                     *             "service": "shop/checkout",
                     *             "ip": "203.0.113.10"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Cluster"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ClusterForbidden"];
            404: components["responses"]["UnknownCluster"];
            409: components["responses"]["ClusterChangeBlocked"];
        };
    };
    createJoinToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The cluster's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The token and how to use it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "joinToken": "jt_7c1e9a42b0d64f8c9e13",
                     *       "cluster": "shop-prod",
                     *       "joinCommand": "cluster-agent join --cluster shop-prod --token jt_7c1e9a42b0d64f8c9e13",
                     *       "expiresIn": 900
                     *     }
                     */
                    "application/json": {
                        /** @description Name of the cluster it is for. Its form is open. */
                        cluster: string;
                        /** @description Unit and bounds are open. */
                        expiresIn: number;
                        /** @description A command to run on the machine. Its form is open. */
                        joinCommand: string;
                        /** @description The token that a machine joins with. This answer is the only one that has it. */
                        joinToken: string;
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ClusterForbidden"];
            404: components["responses"]["UnknownCluster"];
        };
    };
    getKubeconfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The cluster's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The configuration and how long its token lasts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kubeconfig": "apiVersion: v1\nkind: Config\nclusters:\n  - name: shop-prod\n    cluster: { server: 'https://shop-prod.clusters.example:6443' }\nusers:\n  - name: shop-prod-admin\n    user: { token: kt_2b7f60c1d94e4a0f8b35 }\ncontexts:\n  - name: shop-prod\n    context: { cluster: shop-prod, user: shop-prod-admin }\ncurrent-context: shop-prod\n",
                     *       "expiresIn": 3600
                     *     }
                     */
                    "application/json": {
                        /** @description Unit and bounds are open. */
                        expiresIn: number;
                        /** @description A kubeconfig file as YAML text, for client tools to read. */
                        kubeconfig: string;
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ClusterForbidden"];
            404: components["responses"]["UnknownCluster"];
        };
    };
    listNodes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The cluster's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The nodes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "nodes": [
                     *         {
                     *           "name": "worker-1",
                     *           "ready": true,
                     *           "agentVersion": "1.32.4"
                     *         },
                     *         {
                     *           "name": "worker-2",
                     *           "ready": true,
                     *           "agentVersion": "1.31.8"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The nodes of the cluster, in no particular order. */
                        nodes: components["schemas"]["Node"][];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ClusterForbidden"];
            404: components["responses"]["UnknownCluster"];
        };
    };
    deleteNode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The cluster's name. */
                name: string;
                /** @description The node's name. */
                node: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The node is out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ClusterForbidden"];
            404: components["responses"]["UnknownCluster"];
        };
    };
    listRegistrationTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The cluster's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokens": [
                     *         {
                     *           "id": "rt_81c",
                     *           "name": "autoscaling-group",
                     *           "createdAt": "2026-03-02T09:00:00Z",
                     *           "expiresAt": "2026-06-02T09:00:00Z",
                     *           "lastUsed": "2026-03-04T11:20:45Z",
                     *           "disabled": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The registration tokens of the cluster, in no particular order; no secrets. */
                        tokens: components["schemas"]["RegistrationToken"][];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ClusterForbidden"];
            404: components["responses"]["UnknownCluster"];
        };
    };
    createRegistrationToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The cluster's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "autoscaling-group",
                 *       "expiresIn": 7948800
                 *     }
                 */
                "application/json": {
                    /** @description Unit and bounds are open. */
                    expiresIn?: number;
                    /** @description Name to identify the token by. */
                    name: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The token, shown for the only time, and how to use it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rt_81c",
                     *       "name": "autoscaling-group",
                     *       "token": "rts_e5a90f4471bc4d2c86d0",
                     *       "cloudConfig": "#cloud-config\nruncmd:\n  - cluster-agent join --cluster shop-prod --token rts_e5a90f4471bc4d2c86d0\n",
                     *       "joinCommand": "cluster-agent join --cluster shop-prod --token rts_e5a90f4471bc4d2c86d0"
                     *     }
                     */
                    "application/json": {
                        /** @description A cloud-config for machines that register as they boot. Its form is open. */
                        cloudConfig: string;
                        /** @description Id of the new token. */
                        id: string;
                        /** @description A command to run on a machine. Its form is open. */
                        joinCommand: string;
                        /** @description Name given to the token. */
                        name: string;
                        /** @description The secret that machines register with. This answer is the only one that has it. */
                        token: string;
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ClusterForbidden"];
            404: components["responses"]["UnknownCluster"];
        };
    };
    deleteRegistrationToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token's id. */
                id: string;
                /** @description The cluster's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The token is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ClusterForbidden"];
            404: components["responses"]["UnknownCluster"];
        };
    };
    updateRegistrationToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token's id. */
                id: string;
                /** @description The cluster's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "disabled": true
                 *     }
                 */
                "application/json": {
                    /** @description True to stop new registrations with the token, false to allow them again. */
                    disabled: boolean;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The switch is set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ClusterForbidden"];
            404: components["responses"]["UnknownCluster"];
        };
    };
    getClusterUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The cluster's name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The snapshot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cluster": "shop-prod",
                     *       "at": "2026-03-04T18:00:00Z",
                     *       "nodes": 3,
                     *       "controlPlaneHours": 66,
                     *       "nodeHours": 190,
                     *       "storageGiB": 40,
                     *       "loadBalancers": 1
                     *     }
                     */
                    "application/json": Record<string, never>;
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ClusterForbidden"];
            404: components["responses"]["UnknownCluster"];
        };
    };
    listDomains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The domains. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "domains": [
                     *         {
                     *           "id": "dom_3p9",
                     *           "name": "mail.acme.example",
                     *           "sendState": "verified",
                     *           "receiveState": "verified",
                     *           "createdAt": "2026-02-14T12:00:00Z",
                     *           "dnsRecords": [
                     *             {
                     *               "capability": "send",
                     *               "type": "TXT",
                     *               "name": "u1._domainkey.mail.acme.example",
                     *               "value": "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3"
                     *             },
                     *             {
                     *               "capability": "send",
                     *               "type": "TXT",
                     *               "name": "mail.acme.example",
                     *               "value": "v=spf1 include:spf.understudy.example ~all"
                     *             },
                     *             {
                     *               "capability": "receive",
                     *               "type": "MX",
                     *               "name": "mail.acme.example",
                     *               "value": "inbound.understudy.example",
                     *               "priority": 10
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The domains of the organization, in no particular order. */
                        domains: components["schemas"]["EmailDomain"][];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    createDomain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "mail.acme.example"
                 *     }
                 */
                "application/json": {
                    /** @description The domain name, such as mail.example.com; claimed by one organization only. */
                    name: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The domain, with the records to publish. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dom_3p9",
                     *       "name": "mail.acme.example",
                     *       "sendState": "pending",
                     *       "receiveState": "none",
                     *       "createdAt": "2026-02-14T12:00:00Z",
                     *       "dnsRecords": [
                     *         {
                     *           "capability": "send",
                     *           "type": "TXT",
                     *           "name": "u1._domainkey.mail.acme.example",
                     *           "value": "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3"
                     *         },
                     *         {
                     *           "capability": "send",
                     *           "type": "TXT",
                     *           "name": "mail.acme.example",
                     *           "value": "v=spf1 include:spf.understudy.example ~all"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EmailDomain"];
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            /** @description Someone holds a live claim on the name. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "domain is already claimed"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    getDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain. */
                id: components["parameters"]["EmailDomainId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The domain. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dom_3p9",
                     *       "name": "mail.acme.example",
                     *       "sendState": "verified",
                     *       "receiveState": "none",
                     *       "createdAt": "2026-02-14T12:00:00Z",
                     *       "dnsRecords": [
                     *         {
                     *           "capability": "send",
                     *           "type": "TXT",
                     *           "name": "u1._domainkey.mail.acme.example",
                     *           "value": "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3"
                     *         },
                     *         {
                     *           "capability": "send",
                     *           "type": "TXT",
                     *           "name": "mail.acme.example",
                     *           "value": "v=spf1 include:spf.understudy.example ~all"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EmailDomain"];
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    deleteDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain. */
                id: components["parameters"]["EmailDomainId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The domain is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    checkDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain. */
                id: components["parameters"]["EmailDomainId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The pass is scheduled. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "scheduled"
                     *     }
                     */
                    "application/json": {
                        /** @description That the check has begun. The word is open. */
                        status: string;
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    getDomainDns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain. */
                id: components["parameters"]["EmailDomainId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The observations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "records": [
                     *         {
                     *           "capability": "send",
                     *           "type": "TXT",
                     *           "name": "u1._domainkey.mail.acme.example",
                     *           "expected": "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3",
                     *           "outcome": "found"
                     *         },
                     *         {
                     *           "capability": "send",
                     *           "type": "TXT",
                     *           "name": "mail.acme.example",
                     *           "expected": "v=spf1 include:spf.understudy.example ~all",
                     *           "outcome": "mismatch",
                     *           "observed": "v=spf1 -all"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description What the last DNS lookup found for each record. The fields are open. */
                        records: Record<string, never>[];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    armDomainReceiving: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain. */
                id: components["parameters"]["EmailDomainId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The domain, with its receive record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dom_3p9",
                     *       "name": "mail.acme.example",
                     *       "sendState": "verified",
                     *       "receiveState": "pending",
                     *       "createdAt": "2026-02-14T12:00:00Z",
                     *       "dnsRecords": [
                     *         {
                     *           "capability": "send",
                     *           "type": "TXT",
                     *           "name": "u1._domainkey.mail.acme.example",
                     *           "value": "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3"
                     *         },
                     *         {
                     *           "capability": "send",
                     *           "type": "TXT",
                     *           "name": "mail.acme.example",
                     *           "value": "v=spf1 include:spf.understudy.example ~all"
                     *         },
                     *         {
                     *           "capability": "receive",
                     *           "type": "MX",
                     *           "name": "mail.acme.example",
                     *           "value": "inbound.understudy.example",
                     *           "priority": 10
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EmailDomain"];
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    listSendKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The send keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sendKeys": [
                     *         {
                     *           "id": "sk_2v6",
                     *           "name": "shop-mailer",
                     *           "keyId": "usk_7be1",
                     *           "domainIds": [
                     *             "dom_3p9"
                     *           ],
                     *           "createdAt": "2026-02-15T09:10:00Z",
                     *           "lastUsedAt": "2026-03-04T16:58:03Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The send keys of the organization, in no particular order. */
                        sendKeys: components["schemas"]["EmailSendKey"][];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    createSendKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "shop-mailer",
                 *       "domainIds": [
                 *         "dom_3p9"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Ids of the only domains that the key sends from; left out, it sends from all of them. */
                    domainIds?: string[];
                    /** @description Name to identify the key by. */
                    name: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The key, with its secret for the only time. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sendKey": {
                     *         "id": "sk_2v6",
                     *         "name": "shop-mailer",
                     *         "keyId": "usk_7be1",
                     *         "domainIds": [
                     *           "dom_3p9"
                     *         ],
                     *         "createdAt": "2026-02-15T09:10:00Z"
                     *       },
                     *       "secret": "usk_7be1d93a5c0f4e27a86b"
                     *     }
                     */
                    "application/json": {
                        /** @description The secret to send with. This answer is the only one that has it. */
                        secret: string;
                        /** @description A send key, without its secret. */
                        sendKey: components["schemas"]["EmailSendKey"];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    revokeSendKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key to revoke. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The key is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description The cursor of the page before. */
                cursor?: string;
                /** @description Only sent or only received messages. */
                direction?: "send" | "receive";
                /** @description Only messages of this domain. */
                domainId?: string;
                /** @description Only messages from this time on. Its form is open. */
                since?: string;
                /** @description Only messages in this state. */
                state?: string;
                /** @description Only messages to this recipient. How it is compared is open. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "messages": [
                     *         {
                     *           "id": "msg_81c",
                     *           "direction": "send",
                     *           "state": "bounced",
                     *           "from": "orders@mail.acme.example",
                     *           "to": [
                     *             "kim@customer.example"
                     *           ],
                     *           "subject": "Your order is on its way",
                     *           "sizeBytes": 4210,
                     *           "door": "api",
                     *           "domainId": "dom_3p9",
                     *           "lastError": "mailbox does not exist",
                     *           "createdAt": "2026-03-04T16:58:03Z",
                     *           "sentAt": "2026-03-04T16:58:04Z",
                     *           "stateAt": "2026-03-04T16:58:09Z"
                     *         },
                     *         {
                     *           "id": "msg_80f",
                     *           "direction": "receive",
                     *           "state": "received",
                     *           "from": "lee@customer.example",
                     *           "to": [
                     *             "support@mail.acme.example"
                     *           ],
                     *           "cc": [
                     *             "kim@customer.example"
                     *           ],
                     *           "subject": "Where is my order",
                     *           "sizeBytes": 2874,
                     *           "door": "mx",
                     *           "domainId": "dom_3p9",
                     *           "createdAt": "2026-03-04T15:31:40Z",
                     *           "stateAt": "2026-03-04T15:31:40Z"
                     *         }
                     *       ],
                     *       "cursor": "bXNnXzgwZg"
                     *     }
                     */
                    "application/json": {
                        /** @description Where the next page begins. Its value on the last page is open. */
                        cursor?: string;
                        /** @description One page of messages, newest first. */
                        messages: components["schemas"]["EmailMessage"][];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The message. */
                id: components["parameters"]["EmailMessageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The message and its events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": {
                     *         "id": "msg_81c",
                     *         "direction": "send",
                     *         "state": "bounced",
                     *         "from": "orders@mail.acme.example",
                     *         "to": [
                     *           "kim@customer.example"
                     *         ],
                     *         "subject": "Your order is on its way",
                     *         "sizeBytes": 4210,
                     *         "door": "api",
                     *         "domainId": "dom_3p9",
                     *         "lastError": "mailbox does not exist",
                     *         "createdAt": "2026-03-04T16:58:03Z",
                     *         "sentAt": "2026-03-04T16:58:04Z",
                     *         "stateAt": "2026-03-04T16:58:09Z"
                     *       },
                     *       "events": [
                     *         {
                     *           "kind": "sent",
                     *           "occurredAt": "2026-03-04T16:58:04Z"
                     *         },
                     *         {
                     *           "kind": "bounced",
                     *           "bounceType": "hard",
                     *           "recipient": "kim@customer.example",
                     *           "detail": {
                     *             "reply": "550 5.1.1 no such user"
                     *           },
                     *           "occurredAt": "2026-03-04T16:58:09Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description What happened to the message, in no particular order. */
                        events: components["schemas"]["EmailMessageEvent"][];
                        /** @description A message in the log, sent or received. */
                        message: components["schemas"]["EmailMessage"];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    getMessageContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The message. */
                id: components["parameters"]["EmailMessageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The raw message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example From: orders@mail.acme.example
                     *     To: kim@customer.example
                     *     Subject: Your order is on its way
                     *     Date: Wed, 04 Mar 2026 16:58:03 +0000
                     *     Message-ID: <msg_81c@mail.acme.example>
                     *
                     *     It left our warehouse this afternoon.
                     */
                    "message/rfc822": string;
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    listRoutes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The routes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "routes": [
                     *         {
                     *           "id": "rt_6n1",
                     *           "domainId": "dom_3p9",
                     *           "pattern": "support",
                     *           "endpointId": "wh_5k2",
                     *           "createdAt": "2026-02-18T13:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The routes of the organization, in no particular order. */
                        routes: components["schemas"]["EmailRoute"][];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    createRoute: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domainId": "dom_3p9",
                 *       "pattern": "support",
                 *       "endpointId": "wh_5k2"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the domain whose mail is routed. */
                    domainId: string;
                    /** @description Id of the webhook endpoint that is notified. */
                    endpointId: string;
                    /** @description A local part in full, a beginning followed by a star, or a star alone. */
                    pattern: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The route. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rt_6n1",
                     *       "domainId": "dom_3p9",
                     *       "pattern": "support",
                     *       "endpointId": "wh_5k2",
                     *       "createdAt": "2026-02-18T13:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EmailRoute"];
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            /** @description The domain has that pattern already, or does not receive. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "receiving is not armed for this domain"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    deleteRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The route to delete. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The route is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    getEmailSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The posture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dailyQuota": 1000,
                     *       "paused": false,
                     *       "bouncePausePct": 5,
                     *       "complaintPausePct": 0.1,
                     *       "acceptedToday": 37
                     *     }
                     */
                    "application/json": components["schemas"]["EmailSettings"];
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    listSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The suppressions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "suppressions": [
                     *         {
                     *           "id": "sup_2x4",
                     *           "address": "former@customer.example",
                     *           "reason": "manual",
                     *           "createdAt": "2026-02-25T10:12:00Z"
                     *         },
                     *         {
                     *           "id": "sup_2x7",
                     *           "address": "kim@customer.example",
                     *           "reason": "bounce",
                     *           "createdAt": "2026-03-04T16:58:09Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The suppressed addresses, in no particular order. */
                        suppressions: components["schemas"]["EmailSuppression"][];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    createSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "former@customer.example"
                 *     }
                 */
                "application/json": {
                    /** @description Email address that no mail is to be sent to. */
                    address: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The suppression. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sup_2x4",
                     *       "address": "former@customer.example",
                     *       "reason": "manual",
                     *       "createdAt": "2026-02-25T10:12:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EmailSuppression"];
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    deleteSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The suppression to lift. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The suppression is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries to this endpoint. */
                endpointId?: string;
                /** @description Only deliveries about this message. */
                messageId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": 4108,
                     *           "endpointId": "wh_5k2",
                     *           "eventType": "message.bounced",
                     *           "messageId": "msg_81c",
                     *           "state": "pending",
                     *           "attempts": 0,
                     *           "createdAt": "2026-03-04T17:05:00Z"
                     *         },
                     *         {
                     *           "id": 4107,
                     *           "endpointId": "wh_5k2",
                     *           "eventType": "message.bounced",
                     *           "messageId": "msg_81c",
                     *           "state": "failed",
                     *           "attempts": 5,
                     *           "lastStatus": 503,
                     *           "lastError": "endpoint answered 503",
                     *           "createdAt": "2026-03-04T16:58:10Z"
                     *         },
                     *         {
                     *           "id": 4102,
                     *           "endpointId": "wh_5k2",
                     *           "eventType": "message.received",
                     *           "messageId": "msg_80f",
                     *           "state": "delivered",
                     *           "attempts": 1,
                     *           "lastStatus": 200,
                     *           "deliveredAt": "2026-03-04T15:31:42Z",
                     *           "createdAt": "2026-03-04T15:31:41Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The latest deliveries, newest first. */
                        deliveries: components["schemas"]["EmailDelivery"][];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    redeliverDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The delivery whose payload goes out again. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The new delivery is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4108
                     *     }
                     */
                    "application/json": {
                        /** @description Number of the new delivery. */
                        id: number;
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The endpoints. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "id": "wh_5k2",
                     *           "url": "https://hooks.acme.example/email",
                     *           "eventTypes": [
                     *             "message.bounced",
                     *             "message.received"
                     *           ],
                     *           "disabled": false,
                     *           "createdAt": "2026-02-17T15:20:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The webhook endpoints of the organization, in no particular order. */
                        webhooks: components["schemas"]["EmailWebhook"][];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.acme.example/email",
                 *       "eventTypes": [
                 *         "message.bounced",
                 *         "message.received"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Event types that the endpoint subscribes to. The possible values are open. */
                    eventTypes: string[];
                    /**
                     * Format: uri
                     * @description URL that deliveries are posted to.
                     */
                    url: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The endpoint, with its signing secret for the only time. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook": {
                     *         "id": "wh_5k2",
                     *         "url": "https://hooks.acme.example/email",
                     *         "eventTypes": [
                     *           "message.bounced",
                     *           "message.received"
                     *         ],
                     *         "disabled": false,
                     *         "createdAt": "2026-02-17T15:20:00Z"
                     *       },
                     *       "signingSecret": "whsec_Q2hhbmdlIG1lIGJlZm9yZSBnb2luZyBsaXZl"
                     *     }
                     */
                    "application/json": {
                        /** @description The secret that deliveries are signed with. Only this answer and a rotation have it. */
                        signingSecret: string;
                        /** @description A webhook endpoint of the organization. */
                        webhook: components["schemas"]["EmailWebhook"];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: components["parameters"]["EmailWebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The endpoint is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            /** @description An inbound route points to the endpoint. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "a route still targets this endpoint"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: components["parameters"]["EmailWebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "disabled": true
                 *     }
                 */
                "application/json": {
                    /** @description True to stop deliveries to the endpoint, false to resume them; unchanged if omitted. */
                    disabled?: boolean;
                    /** @description New types of events, in place of all present ones; unchanged if omitted. */
                    eventTypes?: string[];
                    /**
                     * Format: uri
                     * @description New URL that deliveries are posted to; unchanged if omitted.
                     */
                    url?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_5k2",
                     *       "url": "https://hooks.acme.example/email",
                     *       "eventTypes": [
                     *         "message.bounced",
                     *         "message.received"
                     *       ],
                     *       "disabled": true,
                     *       "createdAt": "2026-02-17T15:20:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EmailWebhook"];
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook endpoint. */
                id: components["parameters"]["EmailWebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The new secret, for the only time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signingSecret": "whsec_QW5vdGhlciBvbmUgZm9yIHRoZSBleGFtcGxl"
                     *     }
                     */
                    "application/json": {
                        /** @description The new secret that deliveries are signed with. Only this answer has it. */
                        signingSecret: string;
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["EmailForbidden"];
            404: components["responses"]["EmailNotFound"];
            502: components["responses"]["EmailBackendUnreachable"];
        };
    };
    getIamCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The catalog. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "roles": [
                     *         {
                     *           "id": "registry.reader",
                     *           "name": "Registry reader",
                     *           "description": "Pull images and look around",
                     *           "kind": "builtin",
                     *           "service": "registry",
                     *           "scopable": true,
                     *           "permissions": [
                     *             "registry.repository.read",
                     *             "registry.registry.read"
                     *           ]
                     *         }
                     *       ],
                     *       "resources": [
                     *         {
                     *           "service": "registry",
                     *           "id": "storefront",
                     *           "name": "Storefront images"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Resources that exist at the moment and can be scoped to. */
                        resources: components["schemas"]["IamResource"][];
                        /** @description Roles that can be granted at the moment. */
                        roles: components["schemas"]["IamRole"][];
                    };
                };
            };
            400: components["responses"]["UnknownRoleOrSelector"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NeedsGrantManagement"];
        };
    };
    listPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The permissions by service. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "services": [
                     *         {
                     *           "service": "registry",
                     *           "serviceLabel": "Container registries",
                     *           "resources": [
                     *             {
                     *               "resource": "key",
                     *               "resourceLabel": "Registry keys",
                     *               "tiers": [
                     *                 {
                     *                   "permission": "registry.key.read",
                     *                   "tier": "read",
                     *                   "label": "See registry keys"
                     *                 },
                     *                 {
                     *                   "permission": "registry.key.write",
                     *                   "tier": "write",
                     *                   "label": "Revoke registry keys"
                     *                 },
                     *                 {
                     *                   "permission": "registry.key.admin",
                     *                   "tier": "admin",
                     *                   "label": "Mint registry keys"
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Every service with its permissions. */
                        services: components["schemas"]["PermissionCatalogService"][];
                    };
                };
            };
            400: components["responses"]["UnknownRoleOrSelector"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NeedsGrantManagement"];
        };
    };
    listAlertSources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Alert sources. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sources": [
                     *         {
                     *           "id": "src_prom",
                     *           "name": "prometheus",
                     *           "serviceId": "svc_checkout",
                     *           "createdAt": "2026-03-02T08:45:00Z",
                     *           "lastEventAt": "2026-03-05T06:41:30Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The alert sources of the organization, in no particular order; no tokens. */
                        sources: components["schemas"]["OncallAlertSource"][];
                    };
                };
            };
        };
    };
    createAlertSource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "prometheus",
                 *       "serviceId": "svc_checkout"
                 *     }
                 */
                "application/json": {
                    /** @description Name to identify the source by. */
                    name: string;
                    /** @description Id of the service that its alerts are about. */
                    serviceId: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The source, with its token for the only time. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "src_prom",
                     *       "name": "prometheus",
                     *       "serviceId": "svc_checkout",
                     *       "token": "oas_2b7e151628aed2a6abf71589",
                     *       "createdAt": "2026-03-02T08:45:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OncallAlertSourceCreated"];
                };
            };
        };
    };
    revokeAlertSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The alert source's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The source is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listEscalationPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Escalation policies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "policies": [
                     *         {
                     *           "id": "pol_first",
                     *           "name": "Core first",
                     *           "repeat": 2,
                     *           "steps": [
                     *             {
                     *               "target": {
                     *                 "kind": "schedule",
                     *                 "id": "sch_core",
                     *                 "label": "Core rotation"
                     *               },
                     *               "waitSeconds": 300
                     *             },
                     *             {
                     *               "target": {
                     *                 "kind": "user",
                     *                 "id": "usr_ada",
                     *                 "label": "Ada Moreau"
                     *               },
                     *               "waitSeconds": 600
                     *             }
                     *           ],
                     *           "services": 1,
                     *           "createdAt": "2026-03-02T08:40:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The policies of the organization, in no particular order. */
                        policies: components["schemas"]["OncallEscalationPolicy"][];
                    };
                };
            };
        };
    };
    createEscalationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Core first",
                 *       "repeat": 2,
                 *       "steps": [
                 *         {
                 *           "target": {
                 *             "kind": "schedule",
                 *             "id": "sch_core",
                 *             "label": "Core rotation"
                 *           },
                 *           "waitSeconds": 300
                 *         },
                 *         {
                 *           "target": {
                 *             "kind": "user",
                 *             "id": "usr_ada",
                 *             "label": "Ada Moreau"
                 *           },
                 *           "waitSeconds": 600
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Name of the policy. */
                    name: string;
                    /** @description Its meaning is open (oncall.repeat-meaning). */
                    repeat: number;
                    /** @description Whom to page, in this order. */
                    steps: components["schemas"]["OncallEscalationStep"][];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The policy. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pol_first",
                     *       "name": "Core first",
                     *       "repeat": 2,
                     *       "steps": [
                     *         {
                     *           "target": {
                     *             "kind": "schedule",
                     *             "id": "sch_core",
                     *             "label": "Core rotation"
                     *           },
                     *           "waitSeconds": 300
                     *         },
                     *         {
                     *           "target": {
                     *             "kind": "user",
                     *             "id": "usr_ada",
                     *             "label": "Ada Moreau"
                     *           },
                     *           "waitSeconds": 600
                     *         }
                     *       ],
                     *       "services": 0,
                     *       "createdAt": "2026-03-02T08:40:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OncallEscalationPolicy"];
                };
            };
        };
    };
    deleteEscalationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The escalation policy's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The policy is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A service still references the policy. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "a service references this policy"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateEscalationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The escalation policy's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "repeat": 1
                 *     }
                 */
                "application/json": {
                    /** @description New name; unchanged if omitted. */
                    name?: string;
                    /** @description Its meaning is open (oncall.repeat-meaning). */
                    repeat?: number;
                    /** @description Whom to page from now on, in this order; unchanged if omitted. */
                    steps?: components["schemas"]["OncallEscalationStep"][];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The policy as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pol_first",
                     *       "name": "Core first",
                     *       "repeat": 1,
                     *       "steps": [
                     *         {
                     *           "target": {
                     *             "kind": "schedule",
                     *             "id": "sch_core",
                     *             "label": "Core rotation"
                     *           },
                     *           "waitSeconds": 300
                     *         },
                     *         {
                     *           "target": {
                     *             "kind": "user",
                     *             "id": "usr_ada",
                     *             "label": "Ada Moreau"
                     *           },
                     *           "waitSeconds": 600
                     *         }
                     *       ],
                     *       "services": 1,
                     *       "createdAt": "2026-03-02T08:40:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OncallEscalationPolicy"];
                };
            };
        };
    };
    listIncidents: {
        parameters: {
            query?: {
                /** @description Only incidents of this status. The contract says that values are enumerated, not which. */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Incidents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "incidents": [
                     *         {
                     *           "id": "inc_72",
                     *           "serviceId": "svc_search",
                     *           "serviceName": "Search",
                     *           "title": "Index lags behind",
                     *           "status": "open",
                     *           "openedAt": "2026-03-05T07:12:00Z",
                     *           "firingAlerts": 2
                     *         },
                     *         {
                     *           "id": "inc_71",
                     *           "serviceId": "svc_checkout",
                     *           "serviceName": "Checkout",
                     *           "title": "Payments fail",
                     *           "status": "acknowledged",
                     *           "openedAt": "2026-03-05T06:40:00Z",
                     *           "acknowledgedAt": "2026-03-05T06:44:10Z",
                     *           "firingAlerts": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The newest incidents, newest first; at most 100. */
                        incidents: components["schemas"]["OncallIncident"][];
                    };
                };
            };
        };
    };
    openIncident: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "serviceId": "svc_checkout",
                 *       "title": "Payments fail",
                 *       "description": "Every third payment is declined."
                 *     }
                 */
                "application/json": {
                    /** @description Longer description. Where it is shown is open. */
                    description?: string;
                    /** @description Id of the service that has the incident. */
                    serviceId: string;
                    /** @description Short description of the problem. */
                    title: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The open incident. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inc_71",
                     *       "serviceId": "svc_checkout",
                     *       "serviceName": "Checkout",
                     *       "title": "Payments fail",
                     *       "status": "open",
                     *       "openedAt": "2026-03-05T06:40:00Z",
                     *       "firingAlerts": 0
                     *     }
                     */
                    "application/json": components["schemas"]["OncallIncident"];
                };
            };
        };
    };
    getIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The incident's id. */
                id: components["parameters"]["OncallIncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The incident, its alerts and its timeline. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inc_71",
                     *       "serviceId": "svc_checkout",
                     *       "serviceName": "Checkout",
                     *       "title": "Payments fail",
                     *       "status": "acknowledged",
                     *       "openedAt": "2026-03-05T06:40:00Z",
                     *       "acknowledgedAt": "2026-03-05T06:44:10Z",
                     *       "firingAlerts": 1,
                     *       "description": "Every third payment is declined.",
                     *       "alerts": [
                     *         {
                     *           "fingerprint": "9c1a70be",
                     *           "status": "firing",
                     *           "labels": {
                     *             "alertname": "PaymentErrors",
                     *             "severity": "critical"
                     *           },
                     *           "startsAt": "2026-03-05T06:41:30Z"
                     *         }
                     *       ],
                     *       "timeline": [
                     *         {
                     *           "at": "2026-03-05T06:40:00Z",
                     *           "kind": "opened",
                     *           "byLabel": "Ada Moreau"
                     *         },
                     *         {
                     *           "at": "2026-03-05T06:41:30Z",
                     *           "kind": "alertAttached",
                     *           "detail": "PaymentErrors"
                     *         },
                     *         {
                     *           "at": "2026-03-05T06:44:10Z",
                     *           "kind": "acknowledged",
                     *           "byLabel": "Bo Lindqvist"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OncallIncidentDetail"];
                };
            };
        };
    };
    acknowledgeIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The incident's id. */
                id: components["parameters"]["OncallIncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The incident as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inc_71",
                     *       "serviceId": "svc_checkout",
                     *       "serviceName": "Checkout",
                     *       "title": "Payments fail",
                     *       "status": "acknowledged",
                     *       "openedAt": "2026-03-05T06:40:00Z",
                     *       "acknowledgedAt": "2026-03-05T06:44:10Z",
                     *       "firingAlerts": 0
                     *     }
                     */
                    "application/json": components["schemas"]["OncallIncident"];
                };
            };
        };
    };
    resolveIncident: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The incident's id. */
                id: components["parameters"]["OncallIncidentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The incident as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inc_71",
                     *       "serviceId": "svc_checkout",
                     *       "serviceName": "Checkout",
                     *       "title": "Payments fail",
                     *       "status": "resolved",
                     *       "openedAt": "2026-03-05T06:40:00Z",
                     *       "acknowledgedAt": "2026-03-05T06:44:10Z",
                     *       "resolvedAt": "2026-03-05T07:30:00Z",
                     *       "firingAlerts": 0
                     *     }
                     */
                    "application/json": components["schemas"]["OncallIncident"];
                };
            };
        };
    };
    publishUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The incident's id. */
                id: components["parameters"]["OncallIncidentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "We are looking into failing payments."
                 *     }
                 */
                "application/json": {
                    /** @description The text of the update, for the public. */
                    body: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The published update. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "upd_5",
                     *       "at": "2026-03-05T06:50:00Z",
                     *       "body": "We are looking into failing payments.",
                     *       "byLabel": "Bo Lindqvist"
                     *     }
                     */
                    "application/json": components["schemas"]["PublicUpdate"];
                };
            };
        };
    };
    retractUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The incident's id. */
                id: components["parameters"]["OncallIncidentId"];
                /** @description The update's id. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The update is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getPagingSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The caller's settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "bo@acme.example",
                     *       "phone": "",
                     *       "rules": [
                     *         {
                     *           "channel": "email",
                     *           "delaySeconds": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PagingSettings"];
                };
            };
        };
    };
    savePagingSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "+15550100199",
                 *       "rules": [
                 *         {
                 *           "channel": "email",
                 *           "delaySeconds": 0
                 *         },
                 *         {
                 *           "channel": "sms",
                 *           "delaySeconds": 120
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Phone number for SMS and voice, in E.164 form. Its default is open. */
                    phone?: string;
                    /** @description How the caller is paged, in place of all present rules. */
                    rules: components["schemas"]["OncallNotificationRule"][];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The caller's settings as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "bo@acme.example",
                     *       "phone": "+15550100199",
                     *       "rules": [
                     *         {
                     *           "channel": "email",
                     *           "delaySeconds": 0
                     *         },
                     *         {
                     *           "channel": "sms",
                     *           "delaySeconds": 120
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PagingSettings"];
                };
            };
        };
    };
    getProviderCredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The credential, without its auth token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "configured": true,
                     *       "accountSid": "AC5f2e91",
                     *       "fromNumber": "+15550100100",
                     *       "updatedAt": "2026-03-02T09:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderCredential"];
                };
            };
        };
    };
    setProviderCredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountSid": "AC5f2e91",
                 *       "authToken": "7d1f0c5be2a94c1fb3f6a4d0e8c21597",
                 *       "fromNumber": "+15550100100"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the account at the provider. */
                    accountSid: string;
                    /** @description Auth token of the account. No answer ever shows it. */
                    authToken: string;
                    /** @description Phone number that pages come from, in E.164 form. */
                    fromNumber: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The credential as stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "configured": true,
                     *       "accountSid": "AC5f2e91",
                     *       "fromNumber": "+15550100100",
                     *       "updatedAt": "2026-03-02T09:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderCredential"];
                };
            };
            /** @description The provider rejects the credential. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "the provider rejects this credential"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The provider cannot be reached. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "the provider is unreachable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    clearProviderCredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The credential is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSchedules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Schedules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "schedules": [
                     *         {
                     *           "id": "sch_core",
                     *           "name": "Core rotation",
                     *           "timezone": "Europe/Paris",
                     *           "participants": [
                     *             {
                     *               "userId": "usr_ada",
                     *               "label": "Ada Moreau"
                     *             },
                     *             {
                     *               "userId": "usr_bo",
                     *               "label": "Bo Lindqvist"
                     *             }
                     *           ],
                     *           "handoff": {
                     *             "interval": "weekly",
                     *             "dow": 1,
                     *             "time": "09:00"
                     *           },
                     *           "onCallNow": {
                     *             "userId": "usr_cy",
                     *             "label": "Cy Okafor",
                     *             "until": "2026-03-06T08:00:00Z",
                     *             "override": true
                     *           },
                     *           "overrides": [
                     *             {
                     *               "id": "ovr_12",
                     *               "userId": "usr_cy",
                     *               "label": "Cy Okafor",
                     *               "startsAt": "2026-03-05T00:00:00Z",
                     *               "endsAt": "2026-03-06T08:00:00Z"
                     *             }
                     *           ],
                     *           "createdAt": "2026-03-02T08:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The schedules of the organization, in no particular order. */
                        schedules: components["schemas"]["OncallSchedule"][];
                    };
                };
            };
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Core rotation",
                 *       "timezone": "Europe/Paris",
                 *       "participants": [
                 *         {
                 *           "userId": "usr_ada",
                 *           "label": "Ada Moreau"
                 *         },
                 *         {
                 *           "userId": "usr_bo",
                 *           "label": "Bo Lindqvist"
                 *         }
                 *       ],
                 *       "handoff": {
                 *         "interval": "weekly",
                 *         "dow": 1,
                 *         "time": "09:00"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description When the rotation passes on to the next participant. */
                    handoff: components["schemas"]["OncallHandoff"];
                    /** @description Name of the schedule. */
                    name: string;
                    /** @description Who takes turns, in the order of their turns. */
                    participants: components["schemas"]["OncallParticipant"][];
                    /** @description Time zone of the handoffs, such as Europe/Berlin. Which forms are accepted is open. */
                    timezone: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The schedule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sch_core",
                     *       "name": "Core rotation",
                     *       "timezone": "Europe/Paris",
                     *       "participants": [
                     *         {
                     *           "userId": "usr_ada",
                     *           "label": "Ada Moreau"
                     *         },
                     *         {
                     *           "userId": "usr_bo",
                     *           "label": "Bo Lindqvist"
                     *         }
                     *       ],
                     *       "handoff": {
                     *         "interval": "weekly",
                     *         "dow": 1,
                     *         "time": "09:00"
                     *       },
                     *       "onCallNow": {
                     *         "userId": "usr_ada",
                     *         "label": "Ada Moreau",
                     *         "until": "2026-03-09T08:00:00Z",
                     *         "override": false
                     *       },
                     *       "overrides": [],
                     *       "createdAt": "2026-03-02T08:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OncallSchedule"];
                };
            };
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The schedule's id. */
                id: components["parameters"]["OncallScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The schedule is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An escalation step still targets the schedule. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "an escalation step targets this schedule"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The schedule's id. */
                id: components["parameters"]["OncallScheduleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "participants": [
                 *         {
                 *           "userId": "usr_bo",
                 *           "label": "Bo Lindqvist"
                 *         },
                 *         {
                 *           "userId": "usr_ada",
                 *           "label": "Ada Moreau"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description When the rotation passes on to the next participant. */
                    handoff?: components["schemas"]["OncallHandoff"];
                    /** @description New name; unchanged if omitted. */
                    name?: string;
                    /** @description Who takes turns from now on, in the order of their turns; unchanged if omitted. */
                    participants?: components["schemas"]["OncallParticipant"][];
                    /** @description New time zone that handoffs are reckoned in; unchanged if omitted. */
                    timezone?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The schedule as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sch_core",
                     *       "name": "Core rotation",
                     *       "timezone": "Europe/Paris",
                     *       "participants": [
                     *         {
                     *           "userId": "usr_bo",
                     *           "label": "Bo Lindqvist"
                     *         },
                     *         {
                     *           "userId": "usr_ada",
                     *           "label": "Ada Moreau"
                     *         }
                     *       ],
                     *       "handoff": {
                     *         "interval": "weekly",
                     *         "dow": 1,
                     *         "time": "09:00"
                     *       },
                     *       "onCallNow": {
                     *         "userId": "usr_bo",
                     *         "label": "Bo Lindqvist",
                     *         "until": "2026-03-09T08:00:00Z",
                     *         "override": false
                     *       },
                     *       "overrides": [],
                     *       "createdAt": "2026-03-02T08:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OncallSchedule"];
                };
            };
        };
    };
    addOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The schedule's id. */
                id: components["parameters"]["OncallScheduleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "usr_cy",
                 *       "label": "Cy Okafor",
                 *       "startsAt": "2026-03-05T00:00:00Z",
                 *       "endsAt": "2026-03-06T08:00:00Z"
                 *     }
                 */
                "application/json": {
                    /** @description When the rotation applies again. */
                    endsAt: string;
                    /** @description Name of that user, for display. */
                    label: string;
                    /** @description When they take over. The accepted formats are open. */
                    startsAt: string;
                    /** @description Id of the user who takes over. */
                    userId: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The override. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ovr_12",
                     *       "userId": "usr_cy",
                     *       "label": "Cy Okafor",
                     *       "startsAt": "2026-03-05T00:00:00Z",
                     *       "endsAt": "2026-03-06T08:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OncallOverride"];
                };
            };
        };
    };
    removeOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The schedule's id. */
                id: components["parameters"]["OncallScheduleId"];
                /** @description The override's id. */
                oid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The override is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    setServiceEscalationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The on-call service's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Id of the policy to attach; null detaches the present one. */
                    escalationPolicyId: string | null;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The service as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "svc_checkout",
                     *       "name": "Checkout",
                     *       "createdAt": "2026-03-01T10:00:00Z",
                     *       "escalationPolicyId": "pol_first"
                     *     }
                     */
                    "application/json": components["schemas"]["OncallService"];
                };
            };
        };
    };
    getContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The addresses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "billingEmail": "billing@acme.example",
                     *       "technicalEmail": "ops@acme.example",
                     *       "securityEmail": "security@acme.example"
                     *     }
                     */
                    "application/json": components["schemas"]["Contacts"];
                };
            };
            401: components["responses"]["Unauthenticated"];
        };
    };
    updateContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "technicalEmail": "platform@acme.example"
                 *     }
                 */
                "application/json": {
                    /** @description New email address for invoices; unchanged if omitted. */
                    billingEmail?: string;
                    /** @description New email address for security notices; unchanged if omitted. */
                    securityEmail?: string;
                    /** @description New email address for technical notices; unchanged if omitted. */
                    technicalEmail?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The addresses as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "billingEmail": "billing@acme.example",
                     *       "technicalEmail": "platform@acme.example",
                     *       "securityEmail": "security@acme.example"
                     *     }
                     */
                    "application/json": components["schemas"]["Contacts"];
                };
            };
            /** @description An address is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "technicalEmail is not an email address"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description The caller is neither owner nor admin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "contacts are changed by owners and admins"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The billing address collides at the payment provider. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "billing address is in use at the payment provider"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createLoginCredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "registry": "storefront",
                 *       "pullOnly": true
                 *     }
                 */
                "application/json": {
                    /** @description True for a credential that can pull and not push. */
                    pullOnly?: boolean;
                    /** @description Slug of the only registry that the credential opens; left out, it opens all that the caller reaches. */
                    registry?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The credential. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "username": "lc_6r8",
                     *       "password": "ulc_2d41b7c09e6f4a83b5d0",
                     *       "expiresAt": "2026-03-04T18:40:00Z",
                     *       "registry": "storefront",
                     *       "scope": [
                     *         {
                     *           "registry": "storefront",
                     *           "mode": "pull"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LoginCredential"];
                };
            };
            /** @description The caller has no registry access. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "no registry access"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeLoginCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The credential to end. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The credential is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listRegistries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The registries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "registries": [
                     *         {
                     *           "slug": "storefront",
                     *           "displayName": "Storefront images",
                     *           "region": "eu-central",
                     *           "storageQuotaBytes": 53687091200,
                     *           "createdAt": "2026-02-10T09:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The registries of the organization, in no particular order. */
                        registries: components["schemas"]["Registry"][];
                    };
                };
            };
        };
    };
    createRegistry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "storefront",
                 *       "displayName": "Storefront images",
                 *       "region": "eu-central"
                 *     }
                 */
                "application/json": {
                    /** @description Name for display. The default is open. */
                    displayName?: string;
                    /** @description Where images are stored. Which regions there are is open. */
                    region?: string;
                    /** @description Slug of the registry, part of its address; unique on the whole platform. */
                    slug: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The new registry. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "slug": "storefront",
                     *       "displayName": "Storefront images",
                     *       "region": "eu-central",
                     *       "storageQuotaBytes": 53687091200,
                     *       "createdAt": "2026-02-10T09:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Registry"];
                };
            };
            /** @description The slug is taken or reserved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "slug is taken"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRegistry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The registry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "slug": "storefront",
                     *       "region": "eu-central",
                     *       "storageQuotaBytes": 53687091200,
                     *       "usedBytes": 73400320,
                     *       "repositoryCount": 1,
                     *       "createdAt": "2026-02-10T09:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RegistryDetail"];
                };
            };
        };
    };
    deleteRegistry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The registry is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listRegistryKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "keyId": "rk_7h2",
                     *           "name": "ci-push",
                     *           "mode": "readwrite",
                     *           "repoPrefixes": [
                     *             "web/"
                     *           ],
                     *           "mintedVia": "manual",
                     *           "createdAt": "2026-02-11T10:05:00Z",
                     *           "lastUsedAt": "2026-03-03T11:19:40Z"
                     *         },
                     *         {
                     *           "keyId": "rk_9q5",
                     *           "name": "release-workflow",
                     *           "mode": "pull",
                     *           "repoPrefixes": [],
                     *           "mintedVia": "oidc",
                     *           "createdAt": "2026-03-04T17:00:00Z",
                     *           "expiresAt": "2026-03-04T18:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The keys of the registry, without their secrets. Whether revoked ones are among them is open. */
                        keys: components["schemas"]["RegistryKey"][];
                    };
                };
            };
        };
    };
    createRegistryKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ci-push",
                 *       "mode": "readwrite",
                 *       "repoPrefixes": [
                 *         "web/"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Whether the key can only pull or push as well.
                     * @enum {string}
                     */
                    mode: "pull" | "readwrite";
                    /** @description Name to identify the key by. */
                    name: string;
                    /** @description Beginnings of the names of the only repositories that the key opens; left out, it opens all of them. */
                    repoPrefixes?: string[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The key's id, and its secret for the only time. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keyId": "rk_7h2",
                     *       "secret": "urk_b81e4f60c7d94a2f93e5"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the new key. */
                        keyId: string;
                        /** @description The secret of the key. This answer is the only one that has it. */
                        secret: string;
                    };
                };
            };
        };
    };
    revokeRegistryKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key to revoke. */
                keyId: string;
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The key is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listManifests: {
        parameters: {
            query: {
                /** @description The repository's name within the registry. */
                repo: components["parameters"]["RegistryRepo"];
            };
            header?: never;
            path: {
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The manifests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "manifests": [
                     *         {
                     *           "digest": "sha256:9b2f0c5e8d7a41c36f1e0a4b7d9c2e5f8a1b3c6d9e0f2a4b7c8d1e3f5a6b9c0d",
                     *           "mediaType": "application/vnd.oci.image.manifest.v1+json",
                     *           "sizeBytes": 41943040,
                     *           "tags": [
                     *             "v1.4.2"
                     *           ],
                     *           "createdAt": "2026-03-03T11:20:00Z"
                     *         },
                     *         {
                     *           "digest": "sha256:1c7e3a9f5b0d82e64c1a7f3d9b5e0c8a2f6d4b1e7c9a3f5d8b0e2c6a4f1d7b9e",
                     *           "mediaType": "application/vnd.oci.image.manifest.v1+json",
                     *           "sizeBytes": 31457280,
                     *           "tags": [],
                     *           "createdAt": "2026-02-20T14:02:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The manifests of the repository, in no particular order. */
                        manifests: components["schemas"]["RegistryManifest"][];
                    };
                };
            };
        };
    };
    deleteManifest: {
        parameters: {
            query: {
                /** @description The image to delete. */
                digest: string;
                /** @description The repository's name within the registry. */
                repo: components["parameters"]["RegistryRepo"];
            };
            header?: never;
            path: {
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The image is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listOidcRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rules": [
                     *         {
                     *           "id": 12,
                     *           "name": "release-workflow",
                     *           "issuer": "https://ci.acme.example",
                     *           "audience": "registry.acme.example",
                     *           "subjectPattern": "repo:acme/storefront:*",
                     *           "mode": "pull",
                     *           "repoPrefixes": [],
                     *           "createdAt": "2026-02-12T08:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The rules of the registry, in no particular order. */
                        rules: components["schemas"]["RegistryOidcRule"][];
                    };
                };
            };
        };
    };
    createOidcRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "release-workflow",
                 *       "issuer": "https://ci.acme.example",
                 *       "audience": "registry.acme.example",
                 *       "subjectPattern": "repo:acme/storefront:*",
                 *       "mode": "pull"
                 *     }
                 */
                "application/json": {
                    /** @description Audience that a token must be meant for (its aud claim). */
                    audience: string;
                    /**
                     * Format: uri
                     * @description URL of the issuer of the tokens, exactly as in their iss claim.
                     */
                    issuer: string;
                    /**
                     * @description Whether keys created by this rule can only pull, or also push.
                     * @enum {string}
                     */
                    mode: "pull" | "readwrite";
                    /** @description Name of the rule. The default is open. */
                    name?: string;
                    /** @description Beginnings of the names of the only repositories that such keys open; left out, they open all of them. */
                    repoPrefixes?: string[];
                    /** @description Which subjects (sub claims) the rule fits. The language of patterns is open. */
                    subjectPattern: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The rule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 12,
                     *       "name": "release-workflow",
                     *       "issuer": "https://ci.acme.example",
                     *       "audience": "registry.acme.example",
                     *       "subjectPattern": "repo:acme/storefront:*",
                     *       "mode": "pull",
                     *       "repoPrefixes": [],
                     *       "createdAt": "2026-02-12T08:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RegistryOidcRule"];
                };
            };
        };
    };
    deleteOidcRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rule to delete. */
                id: number;
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The rule is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listRepositories: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The repositories. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "repositories": [
                     *         {
                     *           "name": "web/checkout",
                     *           "tagCount": 1,
                     *           "sizeBytes": 73400320,
                     *           "createdAt": "2026-02-20T14:02:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The repositories of the registry, in no particular order. */
                        repositories: components["schemas"]["RegistryRepository"][];
                    };
                };
            };
        };
    };
    deleteRepository: {
        parameters: {
            query: {
                /** @description The repository's name within the registry. */
                repo: components["parameters"]["RegistryRepo"];
            };
            header?: never;
            path: {
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The repository is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listTags: {
        parameters: {
            query: {
                /** @description The repository's name within the registry. */
                repo: components["parameters"]["RegistryRepo"];
            };
            header?: never;
            path: {
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The tags. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tags": [
                     *         {
                     *           "name": "v1.4.2",
                     *           "digest": "sha256:9b2f0c5e8d7a41c36f1e0a4b7d9c2e5f8a1b3c6d9e0f2a4b7c8d1e3f5a6b9c0d",
                     *           "manifestSize": 1570,
                     *           "updatedAt": "2026-03-03T11:20:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The tags of the repository, in no particular order. */
                        tags: components["schemas"]["RegistryTag"][];
                    };
                };
            };
        };
    };
    deleteTag: {
        parameters: {
            query: {
                /**
                 * @description Also delete the image when this was its last tag. Its values are open; only true is used.
                 * @example true
                 */
                purge?: string;
                /** @description The repository's name within the registry. */
                repo: components["parameters"]["RegistryRepo"];
                /** @description The tag to take away. */
                tag: string;
            };
            header?: never;
            path: {
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The tag is gone; whether an image went with it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "purged": false
                     *     }
                     */
                    "application/json": {
                        /** @description Whether the image was deleted along with the tag. */
                        purged: boolean;
                    };
                };
            };
        };
    };
    listUpstreamCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The logins. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "upstreamCredentials": [
                     *         {
                     *           "upstream": "docker.io",
                     *           "username": "acmebuilds",
                     *           "createdAt": "2026-02-13T16:45:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The credentials stored for upstreams; no passwords. */
                        upstreamCredentials: components["schemas"]["RegistryUpstreamCredential"][];
                    };
                };
            };
        };
    };
    setUpstreamCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The upstream's host, as the catalog gives it. */
                host: string;
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "acmebuilds",
                 *       "password": "dckr_pat_4f0a9c27e51b48d6"
                 *     }
                 */
                "application/json": {
                    /** @description Password to log in with at the upstream. No answer ever shows it. */
                    password: string;
                    /** @description User name to log in with at the upstream. */
                    username: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The login, without its password. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "upstream": "docker.io",
                     *       "username": "acmebuilds"
                     *     }
                     */
                    "application/json": {
                        /** @description Host of the upstream that the credential is for. */
                        upstream: string;
                        /** @description User name that is stored. */
                        username: string;
                    };
                };
            };
        };
    };
    deleteUpstreamCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The upstream's host. */
                host: string;
                /** @description The registry's slug. */
                slug: components["parameters"]["RegistrySlug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The login is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listUpstreams: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The catalog of upstreams. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "upstreams": [
                     *         {
                     *           "host": "docker.io",
                     *           "endpoint": "https://registry-1.docker.io"
                     *         },
                     *         {
                     *           "host": "quay.io",
                     *           "endpoint": "https://quay.io"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The upstreams that the platform offers. Which these are is open. */
                        upstreams: components["schemas"]["RegistryUpstream"][];
                    };
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The caller's tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokens": [
                     *         {
                     *           "id": "tok_4m1",
                     *           "name": "deploy-bot",
                     *           "start": "ustd_9f",
                     *           "enabled": true,
                     *           "createdAt": "2026-03-02T08:15:00Z",
                     *           "expiresAt": "2027-03-02T08:15:00Z",
                     *           "lastRequest": "2026-03-04T17:40:11Z",
                     *           "orgSlug": "acme",
                     *           "scope": [
                     *             {
                     *               "role": "registry.reader",
                     *               "roleName": "Registry reader",
                     *               "resourceIds": [
                     *                 "storefront"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The tokens of the caller, in no particular order. */
                        tokens: components["schemas"]["PersonalToken"][];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "deploy-bot",
                 *       "expiresIn": 86400,
                 *       "scope": [
                 *         {
                 *           "role": "registry.reader",
                 *           "resourceIds": [
                 *             "storefront"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Unit and bounds are open. */
                    expiresIn?: number;
                    /** @description Name to identify the token by. */
                    name: string;
                    /** @description Roles and resources of the token; without a scope it has the permissions of its owner. */
                    scope?: {
                        /** @description Ids of the only resources that the role reaches; left out, it reaches all of them. */
                        resourceIds?: string[];
                        /** @description Id of a role to narrow the token to. */
                        role: string;
                    }[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The token, with its key for the only time. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tok_4m1",
                     *       "key": "ustd_9f3b1c77a0d24e5f8a61",
                     *       "orgSlug": "acme"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the new token. */
                        id: string;
                        /** @description The secret to send as the bearer token. This answer is the only one that has it. */
                        key: string;
                        /** @description Slug of the organization that the token acts for. */
                        orgSlug: string;
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
        };
    };
    getTokenScopeOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Roles and resources. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "roles": [
                     *         {
                     *           "id": "registry.reader",
                     *           "name": "Registry reader",
                     *           "description": "Pull images and look around",
                     *           "scopable": true,
                     *           "service": "registry"
                     *         },
                     *         {
                     *           "id": "role_release",
                     *           "name": "Release crew",
                     *           "description": "What the release crew needs",
                     *           "scopable": false
                     *         }
                     *       ],
                     *       "resources": [
                     *         {
                     *           "service": "registry",
                     *           "id": "storefront",
                     *           "name": "Storefront images"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Resources that the caller can read and a token may be narrowed to. */
                        resources: components["schemas"]["TokenScopeResource"][];
                        /** @description Roles that a token may be narrowed to, custom ones included. */
                        roles: components["schemas"]["TokenScopeRole"][];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
        };
    };
    getUptimeCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The catalog. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "intervals": [
                     *         {
                     *           "seconds": 60,
                     *           "label": "1 minute"
                     *         },
                     *         {
                     *           "seconds": 300,
                     *           "label": "5 minutes"
                     *         }
                     *       ],
                     *       "vantages": [
                     *         {
                     *           "id": "fra",
                     *           "label": "Frankfurt",
                     *           "available": true
                     *         },
                     *         {
                     *           "id": "iad",
                     *           "label": "Virginia",
                     *           "available": true
                     *         },
                     *         {
                     *           "id": "syd",
                     *           "label": "Sydney",
                     *           "available": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The intervals that monitors can probe at. */
                        intervals: components["schemas"]["UptimeInterval"][];
                        /** @description The vantages that probes can run from. */
                        vantages: components["schemas"]["UptimeVantage"][];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    listExportTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Export tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokens": [
                     *         {
                     *           "id": "uet_graf",
                     *           "name": "grafana",
                     *           "createdAt": "2026-03-02T09:40:00Z",
                     *           "lastUsedAt": "2026-03-05T06:59:30Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The export tokens of the organization, in no particular order; no secrets. */
                        tokens: components["schemas"]["UptimeExportToken"][];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    createExportToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "grafana"
                 *     }
                 */
                "application/json": {
                    /** @description Name to identify the token by. */
                    name: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The token, with its secret for the only time. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "uet_graf",
                     *       "name": "grafana",
                     *       "token": "uex_603deb1015ca71be2b73aef0",
                     *       "createdAt": "2026-03-02T09:40:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UptimeExportTokenCreated"];
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    revokeExportToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The export token's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The token is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    listMonitors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Monitors. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "monitors": [
                     *         {
                     *           "id": "mon_home",
                     *           "name": "Home page",
                     *           "serviceId": "ups_shop",
                     *           "enabled": true,
                     *           "intervalSeconds": 60,
                     *           "vantages": [
                     *             "fra",
                     *             "iad"
                     *           ],
                     *           "timeoutMs": 5000,
                     *           "downCondition": {
                     *             "confirmations": 2,
                     *             "quorum": 1
                     *           },
                     *           "kind": "http",
                     *           "state": "up",
                     *           "stateSince": "2026-03-02T09:21:00Z",
                     *           "createdAt": "2026-03-02T09:20:00Z",
                     *           "updatedAt": "2026-03-02T09:20:00Z",
                     *           "http": {
                     *             "url": "https://shop.acme.example/",
                     *             "method": "GET",
                     *             "followRedirects": true,
                     *             "expectStatus": [
                     *               "200"
                     *             ]
                     *           }
                     *         },
                     *         {
                     *           "id": "mon_db",
                     *           "name": "Database port",
                     *           "serviceId": "ups_shop",
                     *           "enabled": true,
                     *           "intervalSeconds": 300,
                     *           "vantages": [
                     *             "fra"
                     *           ],
                     *           "timeoutMs": 5000,
                     *           "downCondition": {
                     *             "confirmations": 3,
                     *             "quorum": 1
                     *           },
                     *           "kind": "tcp",
                     *           "state": "pending",
                     *           "createdAt": "2026-03-02T09:25:00Z",
                     *           "updatedAt": "2026-03-02T09:25:00Z",
                     *           "tcp": {
                     *             "host": "db.acme.example",
                     *             "port": 5432,
                     *             "tls": true
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The monitors of the organization, in no particular order. */
                        monitors: components["schemas"]["UptimeMonitor"][];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    createMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description When a monitor counts as down. The exact meaning of the two numbers is open. */
                    downCondition?: components["schemas"]["UptimeDownCondition"];
                    /** @description Whether the monitor is enabled. Its default is open. */
                    enabled?: boolean;
                    /** @description An HTTP request, and the expected response. */
                    http?: components["schemas"]["UptimeHttpCheck"];
                    /** @description How often to probe, in seconds; one of the catalog's intervals. */
                    intervalSeconds: number;
                    /**
                     * @description Kind of the probe; the check of that kind is required.
                     * @enum {string}
                     */
                    kind: "tcp" | "http";
                    /** @description Name of the monitor. */
                    name: string;
                    /** @description Id of the service that the monitor belongs to; left out, it belongs to none. */
                    serviceId?: string;
                    /** @description A TCP connection, and the expected data. */
                    tcp?: components["schemas"]["UptimeTcpCheck"];
                    /** @description How long a probe may take, in milliseconds. Its default is open. */
                    timeoutMs?: number;
                    /** @description Ids of the places to probe from, as the catalog has them. */
                    vantages: string[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The monitor. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mon_home",
                     *       "name": "Home page",
                     *       "serviceId": "ups_shop",
                     *       "enabled": true,
                     *       "intervalSeconds": 60,
                     *       "vantages": [
                     *         "fra",
                     *         "iad"
                     *       ],
                     *       "timeoutMs": 5000,
                     *       "downCondition": {
                     *         "confirmations": 2,
                     *         "quorum": 1
                     *       },
                     *       "kind": "http",
                     *       "state": "pending",
                     *       "createdAt": "2026-03-02T09:20:00Z",
                     *       "updatedAt": "2026-03-02T09:20:00Z",
                     *       "http": {
                     *         "url": "https://shop.acme.example/",
                     *         "method": "GET",
                     *         "followRedirects": true,
                     *         "expectStatus": [
                     *           "200"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UptimeMonitor"];
                };
            };
            401: components["responses"]["NoValidSession"];
            /** @description Uptime is not enabled for the organization, or its monitor quota is reached. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "the monitor quota is reached"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["UptimeUnknown"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    getMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The monitor's id. */
                id: components["parameters"]["UptimeMonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The monitor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mon_home",
                     *       "name": "Home page",
                     *       "serviceId": "ups_shop",
                     *       "enabled": true,
                     *       "intervalSeconds": 60,
                     *       "vantages": [
                     *         "fra",
                     *         "iad"
                     *       ],
                     *       "timeoutMs": 5000,
                     *       "downCondition": {
                     *         "confirmations": 2,
                     *         "quorum": 1
                     *       },
                     *       "kind": "http",
                     *       "state": "up",
                     *       "stateSince": "2026-03-02T09:21:00Z",
                     *       "createdAt": "2026-03-02T09:20:00Z",
                     *       "updatedAt": "2026-03-02T09:20:00Z",
                     *       "http": {
                     *         "url": "https://shop.acme.example/",
                     *         "method": "GET",
                     *         "followRedirects": true,
                     *         "expectStatus": [
                     *           "200"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UptimeMonitor"];
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    deleteMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The monitor's id. */
                id: components["parameters"]["UptimeMonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The monitor is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    updateMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The monitor's id. */
                id: components["parameters"]["UptimeMonitorId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "intervalSeconds": 300,
                 *       "downCondition": {
                 *         "confirmations": 3,
                 *         "quorum": 2
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description When a monitor counts as down. The exact meaning of the two numbers is open. */
                    downCondition?: components["schemas"]["UptimeDownCondition"];
                    /** @description Whether to probe at all; unchanged if omitted. */
                    enabled?: boolean;
                    /** @description An HTTP request, and the expected response. */
                    http?: components["schemas"]["UptimeHttpCheck"];
                    /** @description How often to probe, in seconds; unchanged if omitted. */
                    intervalSeconds?: number;
                    /** @description New name; unchanged if omitted. */
                    name?: string;
                    /** @description Id of the service that the monitor is to belong to; unchanged if omitted. */
                    serviceId?: string;
                    /** @description A TCP connection, and the expected data. */
                    tcp?: components["schemas"]["UptimeTcpCheck"];
                    /** @description How long a probe may take, in milliseconds; unchanged if omitted. */
                    timeoutMs?: number;
                    /** @description Ids of the places to probe from, in place of all present ones; unchanged if omitted. */
                    vantages?: string[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The monitor as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "mon_home",
                     *       "name": "Home page",
                     *       "serviceId": "ups_shop",
                     *       "enabled": true,
                     *       "intervalSeconds": 300,
                     *       "vantages": [
                     *         "fra",
                     *         "iad"
                     *       ],
                     *       "timeoutMs": 5000,
                     *       "downCondition": {
                     *         "confirmations": 3,
                     *         "quorum": 2
                     *       },
                     *       "kind": "http",
                     *       "state": "up",
                     *       "stateSince": "2026-03-02T09:21:00Z",
                     *       "createdAt": "2026-03-02T09:20:00Z",
                     *       "updatedAt": "2026-03-05T07:05:00Z",
                     *       "http": {
                     *         "url": "https://shop.acme.example/",
                     *         "method": "GET",
                     *         "followRedirects": true,
                     *         "expectStatus": [
                     *           "200"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UptimeMonitor"];
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    listMonitorFailures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The monitor's id. */
                id: components["parameters"]["UptimeMonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Failures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "failures": [
                     *         {
                     *           "at": "2026-03-05T06:42:00Z",
                     *           "vantage": "iad",
                     *           "attempt": 2,
                     *           "outcome": "fail",
                     *           "errorKind": "status",
                     *           "errorDetail": "got 503 where 200 is expected",
                     *           "responseSnippet": "Service unavailable"
                     *         },
                     *         {
                     *           "at": "2026-03-05T06:41:00Z",
                     *           "vantage": "iad",
                     *           "attempt": 1,
                     *           "outcome": "error",
                     *           "errorKind": "timeout",
                     *           "errorDetail": "no answer within 5000 ms",
                     *           "responseSnippet": ""
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The latest failures, newest first. */
                        failures: components["schemas"]["UptimeFailure"][];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    getMonitorMetrics: {
        parameters: {
            query?: {
                /** @description How far back; the default is open. */
                window?: "1h" | "24h" | "7d";
            };
            header?: never;
            path: {
                /** @description The monitor's id. */
                id: components["parameters"]["UptimeMonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "window": "1h",
                     *       "stepSeconds": 60,
                     *       "uptimePct": {
                     *         "fra": 100,
                     *         "iad": 98.3
                     *       },
                     *       "series": [
                     *         {
                     *           "vantage": "fra",
                     *           "points": [
                     *             {
                     *               "t": 1772694000,
                     *               "latencyMs": 84.2,
                     *               "up": 1
                     *             },
                     *             {
                     *               "t": 1772694060,
                     *               "latencyMs": 81.9,
                     *               "up": 1
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "vantage": "iad",
                     *           "points": [
                     *             {
                     *               "t": 1772694000,
                     *               "latencyMs": 131.5,
                     *               "up": 1
                     *             },
                     *             {
                     *               "t": 1772694060,
                     *               "latencyMs": 0,
                     *               "up": 0
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MetricsView"];
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            502: components["responses"]["UptimeUnreachable"];
            /** @description Metrics are unavailable for a while; the monitor itself is not affected. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "metrics are temporarily unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMonitorTransitions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The monitor's id. */
                id: components["parameters"]["UptimeMonitorId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Transitions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transitions": [
                     *         {
                     *           "at": "2026-03-05T06:50:00Z",
                     *           "from": "down",
                     *           "to": "up",
                     *           "failingVantages": []
                     *         },
                     *         {
                     *           "at": "2026-03-05T06:42:00Z",
                     *           "from": "up",
                     *           "to": "down",
                     *           "failingVantages": [
                     *             "iad"
                     *           ]
                     *         },
                     *         {
                     *           "at": "2026-03-02T09:21:00Z",
                     *           "from": "pending",
                     *           "to": "up",
                     *           "failingVantages": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The latest changes of state, newest first; at most 50. */
                        transitions: components["schemas"]["UptimeTransition"][];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    pingUptime: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The backend answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "service": "uptime",
                     *       "org": "acme",
                     *       "schemaEpoch": "1",
                     *       "time": "2026-03-05T07:00:00Z"
                     *     }
                     */
                    "application/json": {
                        /** @description The organization that the caller acts for. Its form is open. */
                        org: string;
                        /** @description Version of the underlying data. Its form is open. */
                        schemaEpoch: string;
                        /** @description Name of the service that answers. The text is open. */
                        service: string;
                        /** @description Current time of the service. */
                        time: string;
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    listUptimeServices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Services. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "services": [
                     *         {
                     *           "id": "ups_shop",
                     *           "name": "Shop",
                     *           "monitors": 2,
                     *           "createdAt": "2026-03-02T09:10:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The services of the organization, in no particular order. */
                        services: components["schemas"]["UptimeService"][];
                    };
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    createUptimeService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop"
                 *     }
                 */
                "application/json": {
                    /** @description Name of the service. */
                    name: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The service. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ups_shop",
                     *       "name": "Shop",
                     *       "monitors": 0,
                     *       "createdAt": "2026-03-02T09:10:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UptimeService"];
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            409: components["responses"]["UptimeNameTaken"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    deleteUptimeService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The uptime service's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The service is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            /** @description Monitors are still attached. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "monitors are attached to this service"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            502: components["responses"]["UptimeUnreachable"];
        };
    };
    renameUptimeService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The uptime service's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Storefront"
                 *     }
                 */
                "application/json": {
                    /** @description New name of the service. */
                    name: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The service as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ups_shop",
                     *       "name": "Storefront",
                     *       "monitors": 2,
                     *       "createdAt": "2026-03-02T09:10:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UptimeService"];
                };
            };
            401: components["responses"]["NoValidSession"];
            403: components["responses"]["UptimeNotEnabled"];
            404: components["responses"]["UptimeUnknown"];
            409: components["responses"]["UptimeNameTaken"];
            502: components["responses"]["UptimeUnreachable"];
        };
    };
}
