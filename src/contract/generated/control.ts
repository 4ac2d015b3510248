// Derived from spec/ by `npm run generate`. Do not edit.
export interface paths {
    "/_understudy/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The clock
         * @description The current time of this world, how its clock runs, how asynchronous work progresses, and which timers are due next.
         */
        get: operations["getClock"];
        /**
         * Set the clock
         * @description Runs the clock in real time, freezes it, or runs it from a given instant. Moving it forward fires the timers on the way; moving it back undoes nothing.
         */
        put: operations["setClock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the clock forward
         * @description By a duration, to an instant, or to the next timer, of any kind or of one. Timers on the way fire in order, each at its own instant. A clock in real time keeps running from there (mode set). 409 for an instant in the past, and for a timer that is not pending.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/clock/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set how asynchronous work progresses
         * @description Work on clusters and their nodes (provisioning, rolls, teardowns, joins) and the verification of email domains completes after a delay on the clock, immediately, or after a number of reads of the resource. This sets the gaps clusters.progress and email.verification-progress together. Work in progress continues as it began.
         */
        put: operations["setProgress"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two worlds
         * @description What was created, changed and removed between two worlds: two moments of a sandbox, or two sandboxes. Without parameters, from the start of this sandbox until now. Secrets are left out; of very many differences the first are shown. 404 for an unknown sandbox or entry.
         */
        get: operations["compareWorlds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/agent-upgraded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A node's agent changes version
         * @description Somebody upgrades or downgrades the agent of a node, for instance to test the version skew check.
         */
        post: operations["agentUpgraded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/alert-fires": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An alert fires
         * @description A monitoring system reports a firing alert for a service, named directly or by one of its alert sources. It attaches to the unresolved incident of the service or opens one. The same alert again is a repeated notification. An incident that an alert of the past opens was opened then, and everything since has happened at its time: people have been paged.
         */
        post: operations["alertFires"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/alert-resolves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A firing alert resolves
         * @description The monitoring system reports that the alert is resolved. Whether the incident resolves with its last alert is a gap. If the alert was over in the past, the incident was resolved then, but not before the last thing on its timeline.
         */
        post: operations["alertResolves"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/backend-behaves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A backend goes down, or recovers
         * @description The backend of an area becomes unreachable, or reachable again. While dns is down, record lookups fail.
         */
        post: operations["backendBehaves"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/billing-email-collides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A billing address is in use at the payment provider
         * @description Makes an address collide at the payment provider, or no longer collide.
         */
        post: operations["billingEmailCollides"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/blob-shared": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A layer is shared with another image
         * @description Makes a second image use a layer of the first, in the same repository or mounted into another, so that deleting one must not free what the other needs.
         */
        post: operations["blobShared"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/cluster-changes-concurrently": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A cluster is changed concurrently
         * @description Somebody else's change is in progress, so a change through the API gets 409. It lasts until one request has met it, or as long as its roll.
         */
        post: operations["clusterChangesConcurrently"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/credential-used": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A key or token is used
         * @description Somebody uses a key or token outside the API. If it is valid, its last use is recorded; the response says whether it is, and why not. Give its id or the secret itself; a login password or a client configuration only by the secret. With both, the secret is used, and the id is for implementations that cannot look the secret up.
         */
        post: operations["credentialUsed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/dns-record-mismatched": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * DNS records have another value
         * @description Publishes a wrong value for all records of the domain, or only the matching ones. To make lookups fail, use backendBehaves with the area dns.
         */
        post: operations["dnsRecordMismatched"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/dns-record-published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * DNS records are published
         * @description The owner of the domain publishes the expected records with the expected values, all of them or only the matching ones.
         */
        post: operations["dnsRecordPublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/dns-record-removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * DNS records are removed
         * @description Removes the published records of the domain, all of them or only the matching ones.
         */
        post: operations["dnsRecordRemoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/domain-claimed-elsewhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Another organization claims a domain
         * @description Another organization claims a domain name, or gives it up. 409 if an organization of this world has it.
         */
        post: operations["domainClaimedElsewhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/entitlement-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A private beta is opened or closed
         * @description Enables or disables email or uptime for the organization.
         */
        post: operations["entitlementChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/headroom-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The usage of a component changes
         * @description Sets how much of its present size a component of the control plane uses. Above the limit a smaller tier is refused.
         */
        post: operations["headroomChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/image-pushed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An image is pushed
         * @description Somebody pushes an image. A new repository is created, the tags move to the manifest, and existing layers are not stored again. 409 if the storage quota would be exceeded, or if the key may not push there.
         */
        post: operations["imagePushed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/message-bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message bounces
         * @description The recipient's server rejects the message, permanently or temporarily. A hard bounce suppresses the address; many bounces pause sending.
         */
        post: operations["messageBounced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/message-complained": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A recipient complains
         * @description A recipient marks the message as unwanted. The address is suppressed; many complaints pause sending.
         */
        post: operations["messageComplained"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/message-delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message is delivered
         * @description The recipient's server accepts the message.
         */
        post: operations["messageDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/message-received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message arrives
         * @description Somebody writes to an address of a receiving domain. The routes whose patterns match pass it to their endpoints. 409 if the domain does not receive mail.
         */
        post: operations["messageReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/message-sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message is sent
         * @description A message is submitted for sending, from a verified domain. 409 if sending is paused, the daily quota is used up, the key is not for this domain, or every recipient is suppressed.
         */
        post: operations["messageSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/metrics-availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Metrics become unavailable, or available again
         * @description Makes metrics answer 503, for one monitor or all, until they are made available again. The monitors themselves are unaffected.
         */
        post: operations["metricsAvailability"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/node-joins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A node joins a cluster
         * @description A node joins with a join token or a registration token. Without a token it is simply added, to prepare a test. 409 if the token cannot be used; no node joins then.
         */
        post: operations["nodeJoins"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/node-lost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A node is lost, or returns
         * @description A node stops being ready, disappears from the cluster without being deregistered, or is ready again.
         */
        post: operations["nodeLost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/payment-method-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The payment method changes
         * @description The organization gets an active payment method, or loses it.
         */
        post: operations["paymentMethodChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/probe-result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A probe has a result
         * @description A monitor's check succeeds or fails, at one vantage or at all of them, once or several times in a row at the monitor's interval.
         */
        post: operations["probeResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/provider-behaves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The SMS and voice provider behaves differently
         * @description Sets what the provider does from now on when a credential is verified or a page is sent.
         */
        post: operations["providerBehaves"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/quota-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A quota changes
         * @description Staff raises or lowers a limit. Existing resources beyond a lowered limit stay.
         */
        post: operations["quotaChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/role-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person's role or a custom role changes
         * @description A person joins the organization, leaves it or gets another role; grants limit a role to resources. Or a custom role is created, changed or removed. An unknown person is created, with a session that is listed among the identities.
         */
        post: operations["roleChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/sending-unpaused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Staff resumes sending
         * @description Ends a pause of sending, as only staff can, and resets the bounce and complaint counters. 409 when sending is not paused.
         */
        post: operations["sendingUnpaused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/service-exposed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A service is exposed through a load balancer
         * @description A workload in the cluster requests a managed load balancer and gets one with an address. 409 if load balancers are off, or if the maximum number is reached.
         */
        post: operations["serviceExposed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/service-withdrawn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An exposed service is withdrawn
         * @description The workload no longer requests its load balancer, which is removed.
         */
        post: operations["serviceWithdrawn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/slug-claimed-elsewhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Another organization takes a registry slug
         * @description Another organization takes a slug, the platform reserves it, or it becomes available again. 409 if a registry of this world has it.
         */
        post: operations["slugClaimedElsewhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/status-page-viewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody looks at a status page
         * @description Shows the incidents of these services as the public sees them, those with a public update, and only the updates. Changes nothing.
         */
        post: operations["statusPageViewed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/token-disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A personal token is switched off
         * @description A token is disabled by other means than the API. 409 if it is already disabled.
         */
        post: operations["tokenDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/token-enabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A personal token is switched on again
         * @description A disabled token is enabled again. 409 if it is already enabled, or if the gap says that disabling is final.
         */
        post: operations["tokenEnabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/events/webhook-endpoint-answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Script the responses of a webhook endpoint
         * @description Scripts how the endpoint responds to the next attempts, one response per attempt, in this order. Nothing is really sent then. An empty list removes the script, and attempts are really sent again.
         */
        post: operations["webhookEndpointAnswers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the armed faults
         * @description The armed faults, oldest first, with how many times each was applied.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Arm a fault
         * @description Makes an operation, an area or every request fail, answer something else or answer late. `match` limits it to some requests: by path, query, headers, body and caller. Effects can be combined. If several faults match a request, the oldest applies. Probability and latency are pseudo-random: the same requests give the same result. A fault that changes the response (a status, a dropped connection, a truncated body) leaves the data unchanged unless takesEffect is true; one that only delays does not change the outcome. 404 for an unknown operation or caller, 400 for a status below 400 without a body. A reset disarms all faults, and a fork starts without any.
         */
        post: operations["armFault"];
        /**
         * Disarm every fault
         * @description All requests are answered normally again.
         */
        delete: operations["clearFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/faults/{id}": {
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
         * Disarm one fault
         * @description Removes this fault and keeps the others.
         */
        delete: operations["disarmFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/gaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the gaps
         * @description Every point the contract leaves open, with the value used here.
         */
        get: operations["listGaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/gaps/{gap}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a gap
         * @description Sets the value this world uses from now on. 400 if the value is not allowed. Existing data does not change, except for catalogs (versions, intervals, vantages, upstreams, event types, roles, permissions): they offer the new values.
         */
        put: operations["setGap"];
        post?: never;
        /**
         * Reset a gap
         * @description Back to the profile's value, or the default.
         */
        delete: operations["unsetGap"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health check
         * @description Responds as soon as the server accepts requests.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the callers
         * @description The callers of this world with their roles and currently valid credentials, ready to send.
         */
        get: operations["listIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/journal/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the journal
         * @description The inputs that changed this world, in order: requests, outside events, timers, clock changes, gap changes, results of webhooks.
         */
        get: operations["listJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/journal/entries/{entry}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One entry
         * @description The entry with its full input and response.
         */
        get: operations["getJournalEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/journal/entries/{entry}/world": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The world after an entry
         * @description The whole world right after this entry, in the format that can be imported.
         */
        get: operations["getWorldAt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/journal/marks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the marks
         * @description Named points of the journal, in order.
         */
        get: operations["listMarks"];
        put?: never;
        /**
         * Mark this point
         * @description Names the current end of the journal, to return to later. 409 if the name is in use.
         */
        post: operations["markJournal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/journal/scenario": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save the journal as a scenario
         * @description Writes the journal, or a part of it, as a scenario that can be replayed against any target: resources that existed before are created first, and what no request creates is taken from a profile. The response lists what the scenario still depends on. 409 if a scenario with this name exists.
         */
        post: operations["saveJournalAsScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/journal/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo
         * @description Goes back by a number of entries or actions, to before an action, to an entry or to a mark. An action is one input with all its consequences: a request, an outside event, a changed gap, or a clock change with the timers that fired on the way; timers that fire while the clock runs belong to the action before them. Later entries are discarded, including clock changes: a clock that was moved continues from then, one in real time catches up. 404 for an unknown entry or mark, 409 for more than there is, or than is kept (serve --history).
         */
        post: operations["undoJournal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pages
         * @description Who was paged, how, when, for which incident and step, and what went wrong; oldest first.
         */
        get: operations["listPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/rehearsals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rehearse requests
         * @description Returns the response each of these requests and outside events would get now, or right after an entry of the journal. Nothing is executed or logged, faults do not apply, and reads are not counted. Each is considered on its own, not in sequence. 404 for an operation, event, actor or entry that does not exist.
         */
        post: operations["rehearse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requests
         * @description The latest requests to the API, newest first, including reads. Older ones are dropped.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        /**
         * Clear the request log
         * @description Empties the request log; the journal is kept.
         */
        delete: operations["clearRequests"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One request
         * @description The full request and response, and the reason for the response. Credentials are redacted.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the world
         * @description Resets the sandbox the request is sent to (the default one unless another is selected), optionally to another seed.
         */
        post: operations["resetWorld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rules
         * @description Every rule of the model with its source in the contract and its provenance.
         */
        get: operations["listRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/sandboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sandboxes
         * @description All sandboxes of this server, the default one first.
         */
        get: operations["listSandboxes"];
        put?: never;
        /**
         * Create a sandbox
         * @description Creates a world from a seed, a scenario, another sandbox or an exported world; by default from the server's initial data. If the limit is reached, sandboxes that were not used for a day (or the time the server was started with) are removed. 409 if the name is in use or there are too many, 404 if its origin is unknown.
         */
        post: operations["createSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/sandboxes/{sandbox}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One sandbox
         * @description Its origin and the length of its journal.
         */
        get: operations["getSandbox"];
        put?: never;
        post?: never;
        /**
         * Drop a sandbox
         * @description Deletes the sandbox with its journal. The default one cannot be dropped (409).
         */
        delete: operations["dropSandbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/sandboxes/{sandbox}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fork a sandbox
         * @description Creates a copy of this world, as it is now or right after an entry, with its journal, clock and gaps. Changes to one do not affect the other. A reset returns the copy to that point. 404 if the entry does not exist, 409 if the name is in use or there are too many.
         */
        post: operations["forkSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/sandboxes/{sandbox}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a sandbox
         * @description Restores the initial data with an empty journal; faults and changed gaps are cleared too. If the clock runs in real time, a world from a seed starts at the current time.
         */
        post: operations["resetSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the scenarios
         * @description The scenarios this server knows, by name.
         */
        get: operations["listScenarios"];
        put?: never;
        /**
         * Save a scenario
         * @description Saves a scenario that was written elsewhere. 400 if it is not valid, 409 if the name is in use.
         */
        post: operations["saveScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/scenarios/{scenario}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One scenario
         * @description The scenario as its Arazzo document.
         */
        get: operations["getScenario"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/scenarios/{scenario}/load": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load a scenario
         * @description Plays the scenario into a sandbox, up to the step where it says a server should stop, or to the given step. The sandbox is created, or replaced if it exists. 409 if a step does not have the expected result.
         */
        post: operations["loadScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/seeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the seeds
         * @description The data sets a sandbox can start from.
         */
        get: operations["listSeeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Watch events
         * @description Server-sent events: request, entry, clock, fault, page, delivery, reset and undone; sandbox, of any sandbox; and storage when the data file can no longer be written, or can again. The data is the JSON of the resource; of an entry only its number, time, kind and name. With the id a client that reconnects continues where it was, as far as events are still kept. Events are batched every tenth of a second; of very many, some are left out, and an event left-out (without an id) says how many of each kind.
         */
        get: operations["streamHappenings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook attempts
         * @description Every attempt with the body and headers as sent, including the signature, and the response; oldest first. Webhooks that are really sent are signed with real time, since receivers reject old timestamps; scripted ones with the clock of the world.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_understudy/world": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the world
         * @description The whole world as it is now, in a form that can be imported, secrets included.
         */
        get: operations["exportWorld"];
        /**
         * Import a world
         * @description Replaces the world by an exported one and starts a new journal. 409 for an export this version cannot read.
         */
        put: operations["importWorld"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Somebody who can call the API. */
        Actor: {
            /** @description Credentials for the API. */
            credentials: {
                /**
                 * @description Whether it is a session or a personal token.
                 * @enum {string}
                 */
                kind: "session" | "personal-token";
                /** @description The acting organization it brings. */
                organization: string;
                /** @description The value to send as the bearer token. */
                value: string;
            }[];
            /** @description Email address of the user. */
            email: string;
            /** @description Name of the user, for display. */
            label: string;
            /** @description The organizations that the user belongs to. */
            memberships: {
                /** @description Slug of the organization. */
                organization: string;
                /**
                 * @description Role of the user there.
                 * @enum {string}
                 */
                role: "owner" | "admin" | "member" | "viewer";
            }[];
            /** @description Its name in scenarios. */
            name: string;
            /** @description Id of the user. */
            userId: string;
        };
        /**
         * @description An area of the API.
         * @enum {string}
         */
        Area: "tokens" | "iam" | "organization" | "registry" | "email" | "oncall" | "clusters" | "uptime";
        /** @description The origin of a sandbox, one of these. */
        CameFrom: {
            /** @description A seed. */
            seed: string;
        } | {
            /** @description A scenario. */
            scenario: string;
        } | {
            /** @description Another sandbox, which may be gone by now. */
            fork: string;
        } | {
            /**
             * @description A world that was exported before.
             * @constant
             */
            world: "imported";
        };
        /** @description Something that changed in the world. */
        Change: {
            /**
             * @description What happened to it.
             * @enum {string}
             */
            change: "created" | "changed" | "removed";
            /** @description Entity. */
            entity: string;
            /** @description Its id, or the key it is known by. */
            id: string;
            /** @description The resource of the API it belongs to, if it is not one itself. */
            of?: {
                /** @description Its entity. */
                entity: string;
                /** @description Its identifier. */
                id: string;
            };
        };
        /** @description The clock of a world. */
        Clock: {
            /** @description Pending timers, soonest first, at most 100. */
            due: components["schemas"]["Due"][];
            /** @description The next timer of each kind, soonest first; only if requested. */
            kinds?: components["schemas"]["Due"][];
            /**
             * @description With real time, standing still, or running from an instant.
             * @enum {string}
             */
            mode: "real" | "frozen" | "set";
            /**
             * Format: date-time
             * @description Current time.
             */
            now: string;
            /** @description How asynchronous work progresses. */
            progress: components["schemas"]["Progress"];
        };
        /** @description The clock, and the timers that fired on the way. */
        ClockMoved: {
            /** @description The clock of a world. */
            clock: components["schemas"]["Clock"];
            /** @description Number of the first journal entry of this change, to undo it. */
            entry?: number;
            /** @description The timers that fired on the way, in order. */
            fired: components["schemas"]["Fired"][];
        };
        /** @description Why it did not work. */
        ControlError: {
            /** @description What is wrong, in a sentence. */
            error: string;
        };
        Difference: {
            /**
             * @description How it changed.
             * @enum {string}
             */
            change: "created" | "changed" | "removed";
            /** @description The entity, as in the journal. */
            entity: string;
            /** @description The changed fields. */
            fields: {
                /** @description The value before; absent if there was none. */
                from?: unknown;
                /** @description Name of the field. */
                name: string;
                /** @description The value after; absent if there is none. */
                to?: unknown;
            }[];
            /** @description The thing. */
            id: string;
        };
        /** @description A pending timer. */
        Due: {
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description Entity it is about. */
            entity: string;
            /** @description The thing. */
            id: string;
            /** @description Which timer, as the state machines name it. */
            timer: string;
        };
        /** @description An armed fault. */
        Fault: {
            /**
             * Format: date-time
             * @description When it was armed.
             */
            armedAt: string;
            /** @description Respond with this text as it is, for instance HTML or broken JSON; needs a status. */
            body?: string;
            /** @description Close the connection without a response. */
            drop?: boolean;
            /** @description Text of the usual error body. */
            error?: string;
            /** @description Headers to add to the response, or to replace; needs a status. */
            headers?: {
                [key: string]: string;
            };
            /** @description How many times it was applied. */
            hits: number;
            /** @description Id of the fault. */
            id: string;
            /** @description Respond with this JSON instead of the usual error body; needs a status. */
            jsonBody?: unknown;
            /** @description Wait before responding: a fixed time or one within a range. */
            latency?: {
                /** @description How long to wait, in milliseconds. */
                ms: number;
            } | {
                /** @description Maximum, in milliseconds. */
                maxMs: number;
                /** @description Minimum, in milliseconds. */
                minMs: number;
            };
            /** @description Which requests the fault applies to. Everything given must match; left out, every request does. */
            match?: components["schemas"]["RequestMatch"];
            /**
             * @description Probability that it applies to a matching request.
             * @default 1
             */
            probability: number;
            /** @description How many more times it can apply, if that is limited. */
            remaining?: number;
            /** @description Respond with this status and the usual error body, or the body given here. Below 400 a body must be given. */
            status?: number;
            /**
             * @description Whether the request still changes the data, although its response is replaced.
             * @default false
             */
            takesEffect: boolean;
            /** @description Maximum number of times it applies; unlimited if omitted. */
            times?: number;
            /** @description Send only this many bytes of the body, then close the connection. */
            truncateAfterBytes?: number;
            /** @description Which operations it applies to: exactly one of these. */
            where: {
                /**
                 * @description Every operation.
                 * @constant
                 */
                all?: true;
                /** @description An area of the API. */
                area?: components["schemas"]["Area"];
                /** @description An operation, by its operationId. */
                operation?: string;
            };
        };
        /** @description A fault to arm. */
        FaultRequest: {
            /** @description Respond with this text as it is, for instance HTML or broken JSON; needs a status. */
            body?: string;
            /** @description Close the connection without a response. */
            drop?: boolean;
            /** @description Text of the usual error body. */
            error?: string;
            /** @description Headers to add to the response, or to replace; needs a status. */
            headers?: {
                [key: string]: string;
            };
            /** @description Respond with this JSON instead of the usual error body; needs a status. */
            jsonBody?: unknown;
            /** @description Wait before responding: a fixed time or one within a range. */
            latency?: {
                /** @description How long to wait, in milliseconds. */
                ms: number;
            } | {
                /** @description Maximum, in milliseconds. */
                maxMs: number;
                /** @description Minimum, in milliseconds. */
                minMs: number;
            };
            /** @description Which requests the fault applies to. Everything given must match; left out, every request does. */
            match?: components["schemas"]["RequestMatch"];
            /**
             * @description Probability that it applies to a matching request.
             * @default 1
             */
            probability: number;
            /** @description Respond with this status and the usual error body, or the body given here. Below 400 a body must be given. */
            status?: number;
            /**
             * @description Whether the request still changes the data, although its response is replaced.
             * @default false
             */
            takesEffect: boolean;
            /** @description Maximum number of times it applies; unlimited if omitted. */
            times?: number;
            /** @description Send only this many bytes of the body, then close the connection. */
            truncateAfterBytes?: number;
            /** @description Which operations it applies to: exactly one of these. */
            where: {
                /**
                 * @description Every operation.
                 * @constant
                 */
                all?: true;
                /** @description An area of the API. */
                area?: components["schemas"]["Area"];
                /** @description An operation, by its operationId. */
                operation?: string;
            };
        };
        /** @description A timer that fired. */
        Fired: components["schemas"]["Due"] & {
            /** @description Its number in the journal, if it changed anything. */
            entry?: number;
        };
        /** @description A point the contract leaves open, with its current value. */
        Gap: {
            /** @description What is left open, in a sentence. */
            about: string;
            /** @description Default value. */
            default: unknown;
            /** @description Id of the gap: its area and a name. */
            id: string;
            /** @description The operations and events it influences. */
            influences: string[];
            /** @description JSON Schema of the possible values. */
            schema: Record<string, never> | boolean;
            /**
             * @description Who says so.
             * @enum {string}
             */
            source: "default" | "profile" | "scenario" | "set";
            /** @description Value this world goes by. */
            value: unknown;
            /** @description Where the contract leaves it open. */
            where: string;
        };
        /** @description The effect of an outside event. */
        Happened: {
            /**
             * Format: date-time
             * @description When it happened on the clock of this world.
             */
            at: string;
            /** @description The changed resources. */
            changed: components["schemas"]["Change"][];
            /** @description Its number in the journal. */
            entry: number;
        };
        /** @description An image, named by its digest. */
        ImageName: {
            /** @description Digest of the manifest. */
            digest: string;
            /** @description Name of the repository. */
            repository: string;
        };
        /**
         * Format: date-time
         * @description When it happens; now if omitted. May be in the past, to create history.
         */
        Instant: string;
        /** @description An input that changed the world. */
        JournalEntry: {
            /** @description Number of the first entry of the action it belongs to: advancing the clock and the timers that fired are one action. */
            action: number;
            /** @description Who called, for a request. */
            actor?: string;
            /**
             * Format: date-time
             * @description The clock of this world.
             */
            at: string;
            /** @description The changed resources. */
            changed: components["schemas"]["Change"][];
            /** @description Its number, from 1. */
            entry: number;
            /** @description Gaps that were consulted. */
            gaps: string[];
            /**
             * @description Kind of input.
             * @enum {string}
             */
            kind: "request" | "event" | "timer" | "clock" | "gap" | "outbound";
            /** @description Name given to this point. */
            mark?: string;
            /** @description Operation, event, timer, gap, call that went out, or how the clock runs. */
            name: string;
            /** @description Rules that decided it. */
            rules: string[];
            /** @description Status of the answer, for a request. */
            status?: number;
        };
        /** @description A request and its answer. */
        LoggedRequest: {
            /** @description Who called, if anybody known. */
            actor?: string;
            /**
             * Format: date-time
             * @description The clock of this world.
             */
            at: string;
            /** @description How long the answer took, in milliseconds. */
            durationMs: number;
            /** @description Its number in the journal, if it changed anything. */
            entry?: number;
            /** @description Fault that struck. */
            fault?: string;
            /** @description Gaps that were consulted. */
            gaps: string[];
            /** @description Number of the request. */
            id: number;
            /** @description HTTP method of the request. */
            method: string;
            /** @description Absent when no operation fits. */
            operationId?: string;
            /** @description With its query. */
            path: string;
            /** @description Rules that decided the answer. */
            rules: string[];
            /** @description Status of the answer; 0 when the connection was dropped. */
            status: number;
        };
        /** @description A name for a place in the journal. */
        Mark: {
            /** @description Last entry before it; 0 is the start. */
            entry: number;
            /** @description Name of the mark. */
            name: string;
            /** @description A note on why it was set. */
            note?: string;
        };
        /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
        OrganizationSlug: string;
        /** @description The origin of a sandbox, exactly one of these. */
        Origin: {
            /** @description A seed. */
            seed: string;
        } | {
            /** @description A scenario, played to its end. */
            scenario: string;
        } | {
            /** @description Name of a sandbox. */
            fork: components["schemas"]["SandboxName"];
        } | {
            /** @description A whole world as a document, to keep and to load again. */
            world: components["schemas"]["World"];
        };
        /** @description A page to somebody on call. */
        Page: {
            /**
             * Format: date-time
             * @description When it was sent.
             */
            at: string;
            /**
             * @description Channel.
             * @enum {string}
             */
            channel: "email" | "sms" | "voice";
            /** @description What went wrong. */
            error?: string;
            /** @description Number of the page. */
            id: number;
            /** @description Id of the incident that it is about. */
            incidentId: string;
            /**
             * @description Whether it was sent.
             * @enum {string}
             */
            outcome: "sent" | "failed";
            /** @description Number of previous rounds through the steps. */
            round: number;
            /** @description Step of the escalation policy, from 0. */
            step: number;
            /** @description Address or telephone number. */
            to: string;
            /** @description Id of the user who was paged. */
            userId: string;
        };
        /** @description How asynchronous work progresses. */
        Progress: {
            /**
             * @description Work takes its usual time on the clock.
             * @constant
             */
            mode: "delay";
        } | {
            /**
             * @description Work completes immediately.
             * @constant
             */
            mode: "at-once";
        } | {
            /**
             * @description Work completes after a number of reads.
             * @constant
             */
            mode: "after-reads";
            /** @description Number of reads of the resource. */
            reads: number;
        };
        /** @description The response at that time. */
        RecordedAnswer: {
            /** @description The body, if there was one. */
            body?: unknown;
            /** @description HTTP status of the answer. */
            status: number;
        };
        /** @description What the response would be, without changing anything. */
        Rehearsed: {
            /** @description The body, if it would be done. */
            body?: unknown;
            /** @description Why it would be refused, in a sentence. */
            error?: string;
            /** @description Gaps that would be consulted. */
            gaps: string[];
            /** @description Rules that would decide it, the decisive one first. */
            rules: string[];
            /** @description Status it would be answered with. */
            status: number;
        };
        /** @description Which requests the fault applies to. Everything given must match; left out, every request does. */
        RequestMatch: {
            /** @description Name of the caller. */
            actor?: string;
            /** @description Part of the JSON body. Objects may have more fields than are given here; lists must have the same length. */
            body?: unknown;
            /** @description Request headers and their values. Names are case-insensitive. */
            headers?: {
                [key: string]: string;
            };
            /** @description Path of the request, with `*` for any text within a segment: /api/v1/uptime/monitors/*. */
            path?: string;
            /** @description Query parameters and their values. */
            query?: {
                [key: string]: string;
            };
        };
        /** @description A rule the mock follows. */
        Rule: {
            /** @description Line of the checklist it comes from. */
            checklist?: string;
            /** @description Id of the rule: its area and a name. */
            id: string;
            /**
             * @description How certain it is.
             * @enum {string}
             */
            provenance: "stated" | "implied" | "assumed";
            /** @description What the rule says, in a sentence. */
            says: string;
            /** @description Status it answers with, if it refuses. */
            status?: number;
            /** @description Where the contract says it. */
            where: string;
        };
        /** @description An isolated world inside the server. */
        Sandbox: {
            /** @description The clock of its world. */
            clock: {
                /**
                 * @description How it runs.
                 * @enum {string}
                 */
                mode: "real" | "frozen" | "set";
                /**
                 * Format: date-time
                 * @description Current time.
                 */
                now: string;
            };
            /**
             * Format: date-time
             * @description In real time.
             */
            createdAt: string;
            /** @description Length of its journal. */
            entries: number;
            /** @description The origin of a sandbox, one of these. */
            from: components["schemas"]["CameFrom"];
            /**
             * Format: date-time
             * @description In real time.
             */
            lastUsedAt?: string;
            /** @description Name of the sandbox. */
            name: string;
        };
        /** @description Name of a sandbox. */
        SandboxName: string;
        /** @description A saved edge case. */
        Scenario: {
            /** @description An area of the API. */
            area?: components["schemas"]["Area"];
            /** @description Name of the scenario, such as oncall/acknowledge-twice. */
            name: string;
            /** @description How many steps it has. */
            steps: number;
            /** @description What it shows, in a sentence. */
            summary: string;
        };
        /** @description An Arazzo 1.0.1 document with our one extension block. */
        ScenarioDocument: {
            /** @description Version of Arazzo that the document is written in. */
            arazzo: string;
            /** @description Title, summary and version of the document. */
            info: Record<string, never>;
            /** @description The descriptions that steps refer to. */
            sourceDescriptions: Record<string, never>[];
            /** @description The steps and what they expect. */
            workflows: Record<string, never>[];
        };
        /** @description A world to begin with. */
        Seed: {
            /** @description What is in it, in a sentence. */
            about: string;
            /** @description Name of the seed. */
            name: string;
            /** @description Slugs of the organizations in it. */
            organizations: string[];
        };
        /** @description One attempt to deliver a webhook. */
        WebhookAttempt: {
            /**
             * Format: date-time
             * @description When the attempt was created.
             */
            at: string;
            /** @description Which attempt of the delivery, from 1. */
            attempt: number;
            /** @description Body as sent, byte for byte. */
            body: string;
            /** @description Number of the delivery, as the API has it. */
            deliveryId: number;
            /** @description Id of the endpoint, as the API has it. */
            endpointId: string;
            /** @description Why there was no response. */
            error?: string;
            /** @description Headers as sent, the signature among them. */
            headers: {
                [key: string]: string;
            };
            /** @description Whether the response was scripted and nothing was really sent. */
            scripted: boolean;
            /** @description Status of the response. */
            status?: number;
            /** @description URL that it was posted to. */
            url: string;
        };
        /** @description A whole world as a document, to keep and to load again. */
        World: {
            /** @description The clock of the world. */
            clock: {
                /**
                 * @description How the clock runs.
                 * @enum {string}
                 */
                mode: "real" | "frozen" | "set";
                /**
                 * Format: date-time
                 * @description The current time.
                 */
                now: string;
            };
            /** @description Journal entry after which it was saved. */
            entry?: number;
            /**
             * @description Says that this is a world, and in which form.
             * @constant
             */
            format: "understudy-world/1";
            /** @description Gaps that are not at their default. */
            gaps: Record<string, never>;
            /** @description Everything there is, as the model keeps it. */
            state: Record<string, never>;
            /** @description Version of the model that wrote it. */
            version: string;
        };
    };
    responses: {
        /** @description The request is not understood: a field is missing, unknown or of the wrong form. */
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "cluster is required"
                 *     }
                 */
                "application/json": components["schemas"]["ControlError"];
            };
        };
        /** @description Something that is named does not exist. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "no cluster is called shop-prd"
                 *     }
                 */
                "application/json": components["schemas"]["ControlError"];
            };
        };
        /** @description It is not possible in the current state. */
        NotPossible: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "load balancers are off on this cluster"
                 *     }
                 */
                "application/json": components["schemas"]["ControlError"];
            };
        };
    };
    parameters: {
        /**
         * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
         * @example checkout-tests
         */
        Sandbox: components["schemas"]["SandboxName"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getClock: {
        parameters: {
            query?: {
                /** @description Whether to leave out timers that would no longer change anything, such as the next step of a resolved incident. */
                effective?: boolean;
                /** @description Whether to include the next timer of each kind. */
                kinds?: boolean;
            };
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mode": "frozen",
                     *       "now": "2026-03-05T09:00:00Z",
                     *       "progress": {
                     *         "mode": "delay"
                     *       },
                     *       "due": [
                     *         {
                     *           "at": "2026-03-05T09:01:30Z",
                     *           "timer": "cluster-rolled",
                     *           "entity": "Cluster",
                     *           "id": "prod"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    setClock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "frozen",
                 *       "now": "2026-03-05T09:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The clock shows real time.
                     * @constant
                     */
                    mode: "real";
                } | {
                    /**
                     * @description The clock is frozen until it is moved.
                     * @constant
                     */
                    mode: "frozen";
                    /**
                     * Format: date-time
                     * @description Instant to freeze at; the current one if omitted.
                     */
                    now?: string;
                } | {
                    /**
                     * @description The clock is set and keeps running.
                     * @constant
                     */
                    mode: "set";
                    /**
                     * Format: date-time
                     * @description Instant to run from.
                     */
                    now: string;
                };
            };
        };
        responses: {
            /** @description The clock, and the timers that fired. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clock": {
                     *         "mode": "frozen",
                     *         "now": "2026-03-05T09:00:00Z",
                     *         "progress": {
                     *           "mode": "delay"
                     *         },
                     *         "due": [
                     *           {
                     *             "at": "2026-03-05T09:01:30Z",
                     *             "timer": "cluster-rolled",
                     *             "entity": "Cluster",
                     *             "id": "prod"
                     *           }
                     *         ]
                     *       },
                     *       "fired": []
                     *     }
                     */
                    "application/json": components["schemas"]["ClockMoved"];
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "by": "PT2M"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: duration
                     * @description ISO 8601 duration.
                     */
                    by: string;
                } | {
                    /**
                     * Format: date-time
                     * @description The instant.
                     */
                    to: string;
                } | {
                    /**
                     * @description Advance to the next timer that is due.
                     * @constant
                     */
                    nextDue: true;
                    /** @description Only the next of this timer, as the clock names it. */
                    timer?: string;
                };
            };
        };
        responses: {
            /** @description The clock and the timers that fired. With nextDue and no pending timer, the clock stays. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clock": {
                     *         "mode": "frozen",
                     *         "now": "2026-03-05T09:02:00Z",
                     *         "progress": {
                     *           "mode": "delay"
                     *         },
                     *         "due": []
                     *       },
                     *       "fired": [
                     *         {
                     *           "at": "2026-03-05T09:01:30Z",
                     *           "timer": "cluster-rolled",
                     *           "entity": "Cluster",
                     *           "id": "prod",
                     *           "entry": 83
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ClockMoved"];
                };
            };
            400: components["responses"]["Invalid"];
            409: components["responses"]["NotPossible"];
        };
    };
    setProgress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "after-reads",
                 *       "reads": 2
                 *     }
                 */
                "application/json": components["schemas"]["Progress"];
            };
        };
        responses: {
            /** @description How it progresses now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mode": "after-reads",
                     *       "reads": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Progress"];
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    compareWorlds: {
        parameters: {
            query?: {
                /** @description Right after this entry of its journal; its start, 0, if omitted, or now for another sandbox. */
                fromEntry?: number;
                /** @description Sandbox to start from; this one if omitted. */
                fromSandbox?: string;
                /** @description Right after this entry of its journal; now if omitted. */
                toEntry?: number;
                /** @description Sandbox to end with; this one if omitted. */
                toSandbox?: string;
            };
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The differences. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "differences": [
                     *         {
                     *           "entity": "OncallIncident",
                     *           "id": "inc_71",
                     *           "change": "changed",
                     *           "fields": [
                     *             {
                     *               "name": "status",
                     *               "from": "open",
                     *               "to": "acknowledged"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        /** @description What was created, changed or removed. */
                        differences: components["schemas"]["Difference"][];
                        /** @description How many there are in all. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    agentUpgraded: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cluster": "prod",
                 *       "node": "worker-2",
                 *       "agentVersion": "1.32.4"
                 *     }
                 */
                "application/json": {
                    /** @description The version from now on. */
                    agentVersion: string;
                    /** @description Name of the cluster. */
                    cluster: string;
                    /** @description Name of the node. */
                    node: string;
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 45,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "Node",
                     *           "id": "worker-2",
                     *           "change": "changed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    alertFires: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "serviceId": "svc_checkout",
                 *       "alert": "HighLatency",
                 *       "title": "Requests are slow",
                 *       "labels": {
                 *         "severity": "critical"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Fingerprint of the alert, unique in its service. */
                    alert: string;
                    /** @description Annotations of the alert. */
                    annotations?: {
                        [key: string]: string;
                    };
                    /** @description Labels of the alert. */
                    labels?: {
                        [key: string]: string;
                    };
                    /** @description On-call service the alert is about. */
                    serviceId?: string;
                    /** @description Alert source it arrives on, instead of the service. */
                    sourceId?: string;
                    /** @description When it happens; now if omitted. May be in the past, to create history. */
                    startsAt?: components["schemas"]["Instant"];
                    /** @description Title of the incident if one is opened; the alert's name if omitted. */
                    title?: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 42,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "OncallIncident",
                     *           "id": "inc_71",
                     *           "change": "created"
                     *         }
                     *       ],
                     *       "incidentId": "inc_71",
                     *       "opened": true,
                     *       "firingAlerts": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description Alerts of the incident that fire now. */
                        firingAlerts: number;
                        /** @description The incident the alert belongs to. */
                        incidentId: string;
                        /** @description Whether the incident was opened by this alert. */
                        opened: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    alertResolves: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "serviceId": "svc_checkout",
                 *       "alert": "HighLatency"
                 *     }
                 */
                "application/json": {
                    /** @description The alert that fired, by its fingerprint. */
                    alert: string;
                    /** @description When it happens; now if omitted. May be in the past, to create history. */
                    endsAt?: components["schemas"]["Instant"];
                    /** @description On-call service the alert is about. */
                    serviceId?: string;
                    /** @description Alert source it arrives on, instead of the service. */
                    sourceId?: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 43,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "OncallIncident",
                     *           "id": "inc_71",
                     *           "change": "changed"
                     *         }
                     *       ],
                     *       "incidentId": "inc_71",
                     *       "resolved": true,
                     *       "firingAlerts": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description Alerts of the incident that still fire. */
                        firingAlerts: number;
                        /** @description The incident the alert belongs to. */
                        incidentId: string;
                        /** @description Whether the incident resolved with it. */
                        resolved: boolean;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    backendBehaves: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "backend": "email",
                 *       "reachable": false
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Which one.
                     * @enum {string}
                     */
                    backend: "email" | "uptime" | "dns";
                    /** @description Whether it can be reached. */
                    reachable: boolean;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 76,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": []
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    billingEmailCollides: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "billing@other.example",
                 *       "collides": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Whether it collides.
                     * @default true
                     */
                    collides?: boolean;
                    /**
                     * Format: email
                     * @description The address.
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 74,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": []
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    blobShared: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "registry": "acme-apps",
                 *       "blob": "sha256:4e8a1f6c3b9d7052e4c8a6f1d3b5079e2c4f8a6d1b3e5c7092f4a8d6e1c3b507",
                 *       "from": {
                 *         "repository": "storefront/web",
                 *         "digest": "sha256:9b2f0c5e8d7a41c36f1e0a4b7d9c2e5f8a1b3c6d9e0f2a4b7c8d1e3f5a6b9c0d"
                 *       },
                 *       "to": {
                 *         "repository": "web/admin",
                 *         "digest": "sha256:1c7e3a9f5b0d82e64c1a7f3d9b5e0c8a2f6d4b1e7c9a3f5d8b0e2c6a4f1d7b9e"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Digest of the layer. */
                    blob: string;
                    /** @description An image, named by its digest. */
                    from: components["schemas"]["ImageName"];
                    /** @description Slug of the registry. */
                    registry: string;
                    /** @description An image, named by its digest. */
                    to: components["schemas"]["ImageName"];
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 65,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "RegistryManifest",
                     *           "id": "sha256:1c7e3a9f5b0d82e64c1a7f3d9b5e0c8a2f6d4b1e7c9a3f5d8b0e2c6a4f1d7b9e",
                     *           "change": "changed"
                     *         }
                     *       ],
                     *       "addedBytes": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description Bytes added to the usage. */
                        addedBytes: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    clusterChangesConcurrently: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cluster": "prod",
                 *       "lasts": "roll",
                 *       "change": {
                 *         "replicas": 5
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What it changes; nothing visible if omitted. */
                    change?: {
                        /** @description Version it moves to. */
                        orchestratorVersion?: string;
                        /** @description Redundancy it moves to. */
                        replicas?: number;
                        /** @description Tier it moves to. */
                        tier?: string;
                    };
                    /** @description Name of the cluster. */
                    cluster: string;
                    /**
                     * @description How long it blocks other changes.
                     * @default roll
                     * @enum {string}
                     */
                    lasts?: "one-request" | "roll";
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 50,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "Cluster",
                     *           "id": "prod",
                     *           "change": "changed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    credentialUsed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "registry-key",
                 *       "id": "rk_7h2",
                 *       "registry": "acme-apps",
                 *       "repository": "storefront/web",
                 *       "for": "push"
                 *     }
                 */
                "application/json": {
                    /** @description When it happens; now if omitted. May be in the past, to create history. */
                    at?: components["schemas"]["Instant"];
                    /** @description Cluster it is used on. */
                    cluster?: string;
                    /**
                     * @description What it is used for on a registry.
                     * @default pull
                     * @enum {string}
                     */
                    for?: "pull" | "push";
                    /** @description Its id in the API, for an upstream credential the host. */
                    id?: string;
                    /**
                     * @description What is used.
                     * @enum {string}
                     */
                    kind: "personal-token" | "registry-key" | "login-credential" | "upstream-credential" | "send-key" | "alert-source" | "registration-token" | "kubeconfig" | "export-token";
                    /** @description Registry it is used on. */
                    registry?: string;
                    /** @description Repository it is used on. */
                    repository?: string;
                    /** @description The secret itself, instead of the id or in addition to it. */
                    secret?: string;
                    /** @description Username that a login password goes with. */
                    username?: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 67,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "RegistryKey",
                     *           "id": "rk_7h2",
                     *           "change": "changed"
                     *         }
                     *       ],
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description Whether the door lets it in. */
                        accepted: boolean;
                        /** @description Why not. */
                        reason?: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    dnsRecordMismatched: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "mail.acme.example",
                 *       "type": "TXT",
                 *       "name": "mail.acme.example",
                 *       "value": "v=spf1 -all"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Only the records for this capability.
                     * @enum {string}
                     */
                    capability?: "send" | "receive";
                    /** @description Name or id of the email domain. */
                    domain: string;
                    /** @description Only records of this name. */
                    name?: string;
                    /** @description Only records of this type, such as TXT or MX. */
                    type?: string;
                    /** @description What a lookup finds instead. */
                    value: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 53,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "EmailDomain",
                     *           "id": "dom_3p9",
                     *           "change": "changed"
                     *         }
                     *       ],
                     *       "records": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description How many records differ by it. */
                        records: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    dnsRecordPublished: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "mail.acme.example",
                 *       "capability": "send"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Only the records for this capability.
                     * @enum {string}
                     */
                    capability?: "send" | "receive";
                    /** @description Name or id of the email domain. */
                    domain: string;
                    /** @description Only records of this name. */
                    name?: string;
                    /** @description Only records of this type, such as TXT or MX. */
                    type?: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 51,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "EmailDomain",
                     *           "id": "dom_3p9",
                     *           "change": "changed"
                     *         }
                     *       ],
                     *       "records": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description How many records are published by it. */
                        records: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    dnsRecordRemoved: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "mail.acme.example",
                 *       "type": "MX"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Only the records for this capability.
                     * @enum {string}
                     */
                    capability?: "send" | "receive";
                    /** @description Name or id of the email domain. */
                    domain: string;
                    /** @description Only records of this name. */
                    name?: string;
                    /** @description Only records of this type, such as TXT or MX. */
                    type?: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 52,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "EmailDomain",
                     *           "id": "dom_3p9",
                     *           "change": "changed"
                     *         }
                     *       ],
                     *       "records": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description How many records are gone by it. */
                        records: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    domainClaimedElsewhere: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "shop.acme.example",
                 *       "claimed": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Claimed, or released.
                     * @default true
                     */
                    claimed?: boolean;
                    /** @description The domain name. */
                    domain: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 61,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": []
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            409: components["responses"]["NotPossible"];
        };
    };
    entitlementChanges: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organization": "acme",
                 *       "area": "uptime",
                 *       "enabled": false
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The area.
                     * @enum {string}
                     */
                    area: "email" | "uptime";
                    /** @description Whether the organization may use it. */
                    enabled: boolean;
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 71,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "Organization",
                     *           "id": "acme",
                     *           "change": "changed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    headroomChanges: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cluster": "prod",
                 *       "component": "datastore",
                 *       "usedPercent": 85
                 *     }
                 */
                "application/json": {
                    /** @description Name of the cluster. */
                    cluster: string;
                    /** @description One of the components that are looked at (a gap lists them). */
                    component: string;
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                    /** @description How full it is. */
                    usedPercent: number;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 47,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "Cluster",
                     *           "id": "prod",
                     *           "change": "changed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    imagePushed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "registry": "acme-apps",
                 *       "repository": "storefront/web",
                 *       "tags": [
                 *         "v1.4.2",
                 *         "latest"
                 *       ],
                 *       "layers": [
                 *         {
                 *           "digest": "sha256:4e8a1f6c3b9d7052e4c8a6f1d3b5079e2c4f8a6d1b3e5c7092f4a8d6e1c3b507",
                 *           "sizeBytes": 52428800
                 *         },
                 *         {
                 *           "sizeBytes": 20971520
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Digest of the manifest; computed if omitted. */
                    digest?: string;
                    /** @description Key it is pushed with; no particular one if omitted. */
                    keyId?: string;
                    /** @description Its layers; one of moderate size if omitted. */
                    layers?: {
                        /** @description Digest of the layer; generated if omitted. */
                        digest?: string;
                        /** @description Size of the layer. */
                        sizeBytes: number;
                    }[];
                    /** @description Size of the manifest itself. */
                    manifestBytes?: number;
                    /**
                     * @description Media type of the manifest.
                     * @default application/vnd.oci.image.manifest.v1+json
                     */
                    mediaType?: string;
                    /** @description When it happens; now if omitted. May be in the past, to create history. */
                    pushedAt?: components["schemas"]["Instant"];
                    /** @description Slug of the registry. */
                    registry: string;
                    /** @description Name of the repository. */
                    repository: string;
                    /** @description Secret of the key, instead of its id or in addition to it. */
                    secret?: string;
                    /**
                     * @description Its tags; an empty list makes an untagged manifest.
                     * @default [
                     *       "latest"
                     *     ]
                     */
                    tags?: string[];
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 64,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "RegistryRepository",
                     *           "id": "storefront/web",
                     *           "change": "created"
                     *         },
                     *         {
                     *           "entity": "RegistryManifest",
                     *           "id": "sha256:9b2f0c5e8d7a41c36f1e0a4b7d9c2e5f8a1b3c6d9e0f2a4b7c8d1e3f5a6b9c0d",
                     *           "change": "created"
                     *         }
                     *       ],
                     *       "digest": "sha256:9b2f0c5e8d7a41c36f1e0a4b7d9c2e5f8a1b3c6d9e0f2a4b7c8d1e3f5a6b9c0d",
                     *       "layers": [
                     *         "sha256:4e8a1f6c3b9d7052e4c8a6f1d3b5079e2c4f8a6d1b3e5c7092f4a8d6e1c3b507",
                     *         "sha256:7d1c5f9a3e8b6042c4f7a1d9e5b3082c6e4a8f1d7b5c3e9062d4f8a6c1e3b709"
                     *       ],
                     *       "addedBytes": 73400320
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description Bytes added to the usage. */
                        addedBytes: number;
                        /** @description Digest of the manifest. */
                        digest: string;
                        /** @description Digests of its layers. */
                        layers: string[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    messageBounced: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "messageId": "msg_81c",
                 *       "recipient": "jo@customer.example",
                 *       "bounce": "hard"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description For good or for now.
                     * @enum {string}
                     */
                    bounce: "hard" | "soft";
                    /** @description Detail of the event; set by a gap if omitted. */
                    detail?: Record<string, never>;
                    /** @description Id of the message. */
                    messageId: string;
                    /** @description When it happens; now if omitted. May be in the past, to create history. */
                    occurredAt?: components["schemas"]["Instant"];
                    /**
                     * Format: email
                     * @description The recipient it is about; every one if omitted.
                     */
                    recipient?: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 57,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "EmailMessage",
                     *           "id": "msg_81c",
                     *           "change": "changed"
                     *         },
                     *         {
                     *           "entity": "EmailSuppression",
                     *           "id": "sup_2x7",
                     *           "change": "created"
                     *         }
                     *       ],
                     *       "deliveryIds": [
                     *         4109
                     *       ],
                     *       "suppressionIds": [
                     *         "sup_2x7"
                     *       ],
                     *       "paused": false
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description Webhook deliveries it caused. */
                        deliveryIds: number[];
                        /** @description Whether sending is paused now. */
                        paused: boolean;
                        /** @description Suppressions added by it. */
                        suppressionIds: string[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    messageComplained: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "messageId": "msg_81c",
                 *       "recipient": "jo@customer.example"
                 *     }
                 */
                "application/json": {
                    /** @description Detail of the event; set by a gap if omitted. */
                    detail?: Record<string, never>;
                    /** @description Id of the message. */
                    messageId: string;
                    /** @description When it happens; now if omitted. May be in the past, to create history. */
                    occurredAt?: components["schemas"]["Instant"];
                    /**
                     * Format: email
                     * @description The recipient it is about; every one if omitted.
                     */
                    recipient?: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 58,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "EmailMessage",
                     *           "id": "msg_81c",
                     *           "change": "changed"
                     *         },
                     *         {
                     *           "entity": "EmailSuppression",
                     *           "id": "sup_2x7",
                     *           "change": "created"
                     *         }
                     *       ],
                     *       "deliveryIds": [
                     *         4110
                     *       ],
                     *       "suppressionIds": [
                     *         "sup_2x7"
                     *       ],
                     *       "paused": false
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description Webhook deliveries it caused. */
                        deliveryIds: number[];
                        /** @description Whether sending is paused now. */
                        paused: boolean;
                        /** @description Suppressions added by it. */
                        suppressionIds: string[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    messageDelivered: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "messageId": "msg_81c",
                 *       "recipient": "jo@customer.example"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the message. */
                    messageId: string;
                    /** @description When it happens; now if omitted. May be in the past, to create history. */
                    occurredAt?: components["schemas"]["Instant"];
                    /**
                     * Format: email
                     * @description The recipient it is about; every one if omitted.
                     */
                    recipient?: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 56,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "EmailMessage",
                     *           "id": "msg_81c",
                     *           "change": "changed"
                     *         }
                     *       ],
                     *       "deliveryIds": []
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description Webhook deliveries it caused. */
                        deliveryIds: number[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    messageReceived: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "jo@customer.example",
                 *       "to": [
                 *         "support@mail.acme.example"
                 *       ],
                 *       "subject": "Where is my order?",
                 *       "text": "It has been a week."
                 *     }
                 */
                "application/json": {
                    /** @description Further recipients. */
                    cc?: string[];
                    /** @description When it happens; now if omitted. May be in the past, to create history. */
                    createdAt?: components["schemas"]["Instant"];
                    /**
                     * Format: email
                     * @description Address of the sender.
                     */
                    from: string;
                    /** @description Size to pad the raw message to; its natural size if omitted. */
                    sizeBytes?: number;
                    /** @description Subject. */
                    subject?: string;
                    /** @description Body as plain text; empty if omitted. */
                    text?: string;
                    /** @description Addresses of the recipients. */
                    to: string[];
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 55,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "EmailMessage",
                     *           "id": "msg_80f",
                     *           "change": "created"
                     *         },
                     *         {
                     *           "entity": "EmailDelivery",
                     *           "id": "4107",
                     *           "change": "created"
                     *         }
                     *       ],
                     *       "messageId": "msg_80f",
                     *       "routeIds": [
                     *         "rt_6n1"
                     *       ],
                     *       "deliveryIds": [
                     *         4107
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description Deliveries it caused. */
                        deliveryIds: number[];
                        /** @description Id of the message. */
                        messageId: string;
                        /** @description Routes that fitted. */
                        routeIds: string[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    messageSent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "orders@mail.acme.example",
                 *       "to": [
                 *         "jo@customer.example"
                 *       ],
                 *       "subject": "Your order 1042"
                 *     }
                 */
                "application/json": {
                    /** @description Further recipients. */
                    cc?: string[];
                    /** @description When it happens; now if omitted. May be in the past, to create history. */
                    createdAt?: components["schemas"]["Instant"];
                    /** @description How it is submitted; a gap lists the values. */
                    door?: string;
                    /**
                     * Format: email
                     * @description Address of the sender.
                     */
                    from: string;
                    /** @description Secret of the send key, instead of its id or in addition to it. */
                    secret?: string;
                    /** @description Send key it is sent with; no particular one if omitted. */
                    sendKeyId?: string;
                    /** @description Size to pad the raw message to; its natural size if omitted. */
                    sizeBytes?: number;
                    /** @description Subject. */
                    subject?: string;
                    /** @description Body as plain text; empty if omitted. */
                    text?: string;
                    /** @description Addresses of the recipients. */
                    to: string[];
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 54,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "EmailMessage",
                     *           "id": "msg_81c",
                     *           "change": "created"
                     *         }
                     *       ],
                     *       "messageId": "msg_81c",
                     *       "suppressed": []
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description Id of the message. */
                        messageId: string;
                        /** @description Recipients left out because they are suppressed. */
                        suppressed: string[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    metricsAvailability: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "monitorId": "mon_home",
                 *       "available": false
                 *     }
                 */
                "application/json": {
                    /** @description Whether metrics can be read. */
                    available: boolean;
                    /** @description The monitor; every one if omitted. */
                    monitorId?: string;
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 63,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "MetricsView",
                     *           "id": "mon_home",
                     *           "change": "changed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    nodeJoins: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cluster": "prod",
                 *       "node": "worker-9",
                 *       "token": "jt_7c1e9a42b0d64f8c9e13",
                 *       "agentVersion": "1.32.4"
                 *     }
                 */
                "application/json": {
                    /** @description Version of its agent; a gap decides if omitted. */
                    agentVersion?: string;
                    /** @description Name of the cluster. */
                    cluster: string;
                    /** @description Name of the new node. */
                    node: string;
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                    /** @description True: ready at once. False: never by itself. Left out: after the usual while. */
                    ready?: boolean;
                    /** @description Join token or registration token. */
                    token?: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 44,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "Node",
                     *           "id": "worker-9",
                     *           "change": "created"
                     *         },
                     *         {
                     *           "entity": "JoinToken",
                     *           "id": "jt_7c1e9a42b0d64f8c9e13",
                     *           "change": "changed"
                     *         }
                     *       ],
                     *       "node": "worker-9",
                     *       "with": "join-token"
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description The node. */
                        node: string;
                        /**
                         * @description The token it joined with.
                         * @enum {string}
                         */
                        with: "join-token" | "registration-token" | "nothing";
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    nodeLost: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cluster": "prod",
                 *       "node": "worker-2",
                 *       "how": "not-ready"
                 *     }
                 */
                "application/json": {
                    /** @description Name of the cluster. */
                    cluster: string;
                    /**
                     * @description What happens to it.
                     * @default not-ready
                     * @enum {string}
                     */
                    how?: "not-ready" | "vanished" | "back";
                    /** @description Name of the node. */
                    node: string;
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 46,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "Node",
                     *           "id": "worker-2",
                     *           "change": "changed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    paymentMethodChanges: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organization": "acme",
                 *       "active": false
                 *     }
                 */
                "application/json": {
                    /** @description Whether there is an active one. */
                    active: boolean;
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 70,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "Organization",
                     *           "id": "acme",
                     *           "change": "changed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    probeResult: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "monitorId": "mon_home",
                 *       "vantage": "iad",
                 *       "outcome": "fail",
                 *       "times": 2,
                 *       "errorKind": "status",
                 *       "errorDetail": "got 503 where 200 is expected",
                 *       "responseSnippet": "Service unavailable"
                 *     }
                 */
                "application/json": {
                    /** @description When it happens; now if omitted. May be in the past, to create history. */
                    at?: components["schemas"]["Instant"];
                    /** @description What is known of the failure. */
                    errorDetail?: string;
                    /** @description Kind of the failure. */
                    errorKind?: string;
                    /** @description How long the answer took. */
                    latencyMs?: number;
                    /** @description Id of the monitor. */
                    monitorId: string;
                    /**
                     * @description Outcome of the probe (as expected, not as expected, or no response).
                     * @enum {string}
                     */
                    outcome: "ok" | "fail" | "error";
                    /** @description The target's response; truncated like a captured one. */
                    responseSnippet?: string;
                    /**
                     * @description How many results in a row, the last of them at `at`; none before a state change that was recorded earlier.
                     * @default 1
                     */
                    times?: number;
                    /** @description Where the probe ran; every vantage of the monitor if omitted. */
                    vantage?: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 62,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "UptimeMonitor",
                     *           "id": "mon_home",
                     *           "change": "changed"
                     *         }
                     *       ],
                     *       "state": "down",
                     *       "transitions": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /**
                         * @description State of the monitor now.
                         * @enum {string}
                         */
                        state: "pending" | "up" | "down";
                        /** @description State changes it caused. */
                        transitions: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    providerBehaves: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "behaviour": "rejects",
                 *       "only": "verification"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Accepts credentials and pages, rejects them, or is unreachable.
                     * @enum {string}
                     */
                    behaviour: "accepts" | "rejects" | "unreachable";
                    /**
                     * @description Only this part; both if omitted.
                     * @enum {string}
                     */
                    only?: "verification" | "pages";
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 75,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": []
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    quotaChanges: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organization": "acme",
                 *       "quota": "monitors",
                 *       "value": 2
                 *     }
                 */
                "application/json": {
                    /** @description The cluster, for its services. */
                    cluster?: string;
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                    /**
                     * @description Which limit.
                     * @enum {string}
                     */
                    quota: "clusters" | "monitors" | "daily-email" | "registry-storage-bytes" | "load-balancer-services";
                    /** @description The registry, for its storage. */
                    registry?: string;
                    /** @description The limit from now on. */
                    value: number;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 73,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "Organization",
                     *           "id": "acme",
                     *           "change": "changed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    roleChanges: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organization": "acme",
                 *       "userId": "usr_bo",
                 *       "role": "member",
                 *       "grants": [
                 *         {
                 *           "role": "registry.reader",
                 *           "resourceIds": [
                 *             "acme-apps"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description A custom role to create or change. */
                    customRole?: {
                        /** @description Description. */
                        description?: string;
                        /** @description Id of the role. */
                        id: string;
                        /** @description Name. */
                        name?: string;
                        /** @description Its permissions. */
                        permissions?: string[];
                        /**
                         * @description Take it away.
                         * @default false
                         */
                        removed?: boolean;
                        /** @description Whether a grant of it can be narrowed. */
                        scopable?: boolean;
                    };
                    /** @description Permissions that replace those of the role; an empty list means none. Setting a role without grants restores the permissions of the role. */
                    grants?: {
                        /** @description Resources it is narrowed to; all if omitted. */
                        resourceIds?: string[];
                        /** @description A built-in or custom role. */
                        role: string;
                    }[];
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                    /**
                     * @description Role in the organization; none is out of it.
                     * @enum {string}
                     */
                    role?: "owner" | "admin" | "member" | "viewer" | "none";
                    /** @description The person. */
                    userId?: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 72,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "User",
                     *           "id": "usr_bo",
                     *           "change": "changed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    sendingUnpaused: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organization": "acme"
                 *     }
                 */
                "application/json": {
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 60,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "EmailSettings",
                     *           "id": "acme",
                     *           "change": "changed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    serviceExposed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cluster": "prod",
                 *       "service": "storefront/checkout"
                 *     }
                 */
                "application/json": {
                    /** @description Name of the cluster. */
                    cluster: string;
                    /** @description Its address; from the usual range if omitted. */
                    ip?: string;
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                    /** @description The service, as namespace and name. */
                    service: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 48,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "Cluster",
                     *           "id": "prod",
                     *           "change": "changed"
                     *         }
                     *       ],
                     *       "service": "storefront/checkout",
                     *       "ip": "203.0.113.10"
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"] & {
                        /** @description The address it got; absent while it waits for one. */
                        ip?: string;
                        /** @description The service. */
                        service: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    serviceWithdrawn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cluster": "prod",
                 *       "service": "storefront/web"
                 *     }
                 */
                "application/json": {
                    /** @description Name of the cluster. */
                    cluster: string;
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                    /** @description Name of the exposed service. */
                    service: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 49,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "Cluster",
                     *           "id": "prod",
                     *           "change": "changed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    slugClaimedElsewhere: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "storefront-eu",
                 *       "how": "claimed"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Its new status.
                     * @default claimed
                     * @enum {string}
                     */
                    how?: "claimed" | "reserved" | "free";
                    /** @description The slug. */
                    slug: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 66,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": []
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            409: components["responses"]["NotPossible"];
        };
    };
    statusPageViewed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "serviceIds": [
                 *         "svc_checkout"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Slug of the organization, of which only things are meant then. If omitted, it is whichever has what is named, or else the first of the world. */
                    organization?: components["schemas"]["OrganizationSlug"];
                    /** @description Services the page shows; all if omitted. */
                    serviceIds?: string[];
                };
            };
        };
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "incidents": [
                     *         {
                     *           "id": "inc_71",
                     *           "title": "Requests are slow",
                     *           "status": "open",
                     *           "serviceName": "Checkout",
                     *           "updates": [
                     *             {
                     *               "id": "upd_5",
                     *               "at": "2026-03-05T09:12:00Z",
                     *               "body": "We are looking into slow checkouts.",
                     *               "byLabel": "Ada"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Visible incidents, newest first. */
                        incidents: {
                            /** @description Id of the incident. */
                            id: string;
                            /** @description Name of the service that has the incident. */
                            serviceName: string;
                            /**
                             * @description Status of the incident.
                             * @enum {string}
                             */
                            status: "open" | "acknowledged" | "resolved";
                            /** @description Short description of the problem. */
                            title: string;
                            /** @description Public updates, newest first. */
                            updates: {
                                /** @description When it was published. */
                                at: string;
                                /** @description The text of the update. */
                                body: string;
                                /** @description Name of its author. */
                                byLabel: string;
                                /** @description Id of the update. */
                                id: string;
                            }[];
                        }[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    tokenDisabled: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tokenId": "tok_4m1"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the token. */
                    tokenId: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 68,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "PersonalToken",
                     *           "id": "tok_4m1",
                     *           "change": "changed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    tokenEnabled: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tokenId": "tok_4m1"
                 *     }
                 */
                "application/json": {
                    /** @description Id of the token. */
                    tokenId: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 69,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "PersonalToken",
                     *           "id": "tok_4m1",
                     *           "change": "changed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    webhookEndpointAnswers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpointId": "wh_5k2",
                 *       "answers": [
                 *         {
                 *           "status": 500
                 *         },
                 *         {
                 *           "failure": "timeout"
                 *         },
                 *         {
                 *           "status": 200
                 *         }
                 *       ],
                 *       "afterwards": "repeat-last"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What later attempts get (the last response again, or a real request).
                     * @default repeat-last
                     * @enum {string}
                     */
                    afterwards?: "repeat-last" | "send";
                    /** @description The responses to the attempts. */
                    answers: {
                        /** @description How long it takes. */
                        afterMs?: number;
                        /**
                         * @description How the attempt fails without an answer.
                         * @enum {string}
                         */
                        failure?: "timeout" | "refused" | "reset" | "unresolved" | "tls";
                        /** @description Status it answers with. */
                        status?: number;
                    }[];
                    /** @description Id of the endpoint. */
                    endpointId: string;
                };
            };
        };
        responses: {
            /** @description It happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 59,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "changed": [
                     *         {
                     *           "entity": "EmailWebhook",
                     *           "id": "wh_5k2",
                     *           "change": "changed"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Happened"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "faults": [
                     *         {
                     *           "id": "flt_1",
                     *           "where": {
                     *             "operation": "listMonitors"
                     *           },
                     *           "status": 502,
                     *           "latency": {
                     *             "minMs": 50,
                     *             "maxMs": 400
                     *           },
                     *           "probability": 0.5,
                     *           "times": 10,
                     *           "remaining": 10,
                     *           "hits": 0,
                     *           "armedAt": "2026-03-05T09:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The faults that are armed, oldest first. */
                        faults: components["schemas"]["Fault"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    armFault: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "where": {
                 *         "operation": "listMonitors"
                 *       },
                 *       "status": 502,
                 *       "latency": {
                 *         "minMs": 50,
                 *         "maxMs": 400
                 *       },
                 *       "probability": 0.5,
                 *       "times": 10
                 *     }
                 */
                "application/json": components["schemas"]["FaultRequest"];
            };
        };
        responses: {
            /** @description The fault is armed. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "flt_1",
                     *       "where": {
                     *         "operation": "listMonitors"
                     *       },
                     *       "status": 502,
                     *       "latency": {
                     *         "minMs": 50,
                     *         "maxMs": 400
                     *       },
                     *       "probability": 0.5,
                     *       "times": 10,
                     *       "remaining": 10,
                     *       "hits": 0,
                     *       "armedAt": "2026-03-05T09:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Fault"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    clearFaults: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description None is armed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
        };
    };
    disarmFault: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path: {
                /** @description Id of the fault. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is disarmed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    listGaps: {
        parameters: {
            query?: {
                /** @description Only gaps of this area. */
                area?: string;
                /** @description Only gaps that are not at their default. */
                changed?: boolean;
            };
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gaps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "gaps": [
                     *         {
                     *           "id": "oncall.repeat-acknowledge",
                     *           "about": "What acknowledging an acknowledged incident gets.",
                     *           "where": "States, incident gap",
                     *           "default": "accept",
                     *           "value": "refuse",
                     *           "source": "set",
                     *           "schema": {
                     *             "enum": [
                     *               "accept",
                     *               "refuse"
                     *             ]
                     *           },
                     *           "influences": [
                     *             "acknowledgeIncident"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The requested gaps. */
                        gaps: components["schemas"]["Gap"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    setGap: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path: {
                /** @description Id of the gap. */
                gap: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "refuse"
                 *     }
                 */
                "application/json": {
                    /** @description The value, of the form the gap allows. */
                    value: unknown;
                };
            };
        };
        responses: {
            /** @description The gap. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "oncall.repeat-acknowledge",
                     *       "about": "What acknowledging an acknowledged incident gets.",
                     *       "where": "States, incident gap",
                     *       "default": "accept",
                     *       "value": "refuse",
                     *       "source": "set",
                     *       "schema": {
                     *         "enum": [
                     *           "accept",
                     *           "refuse"
                     *         ]
                     *       },
                     *       "influences": [
                     *         "acknowledgeIncident"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Gap"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    unsetGap: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path: {
                /** @description Id of the gap. */
                gap: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gap. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "oncall.repeat-acknowledge",
                     *       "about": "What acknowledging an acknowledged incident gets.",
                     *       "where": "States, incident gap",
                     *       "default": "accept",
                     *       "value": "accept",
                     *       "source": "default",
                     *       "schema": {
                     *         "enum": [
                     *           "accept",
                     *           "refuse"
                     *         ]
                     *       },
                     *       "influences": [
                     *         "acknowledgeIncident"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Gap"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0",
                     *       "sandboxes": 1
                     *     }
                     */
                    "application/json": {
                        /** @description Number of sandboxes. */
                        sandboxes: number;
                        /**
                         * @description That the server is there.
                         * @constant
                         */
                        status: "ok";
                        /** @description Why the data file cannot be written. Until it can, every change is refused with 503. Absent while all is well. */
                        storageFailure?: string;
                        /** @description Version of the package. */
                        version: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    listIdentities: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The actors. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "actors": [
                     *         {
                     *           "name": "owner",
                     *           "userId": "usr_ada",
                     *           "label": "Ada",
                     *           "email": "ada@acme.example",
                     *           "memberships": [
                     *             {
                     *               "organization": "acme",
                     *               "role": "owner"
                     *             }
                     *           ],
                     *           "credentials": [
                     *             {
                     *               "kind": "session",
                     *               "value": "sess_5d0f2b8e71c34a96b2e7",
                     *               "organization": "acme"
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "name": "member",
                     *           "userId": "usr_bo",
                     *           "label": "Bo",
                     *           "email": "bo@acme.example",
                     *           "memberships": [
                     *             {
                     *               "organization": "acme",
                     *               "role": "member"
                     *             }
                     *           ],
                     *           "credentials": [
                     *             {
                     *               "kind": "session",
                     *               "value": "sess_0c9a47e3b1f84d25a6d8",
                     *               "organization": "acme"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Everybody who can call the API in this world. */
                        actors: components["schemas"]["Actor"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    listJournal: {
        parameters: {
            query?: {
                /** @description First entry to show; the oldest kept if omitted. */
                from?: number;
                /** @description Maximum number of results. */
                limit?: number;
            };
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "entry": 12,
                     *           "action": 12,
                     *           "at": "2026-03-05T09:00:00Z",
                     *           "kind": "request",
                     *           "name": "acknowledgeIncident",
                     *           "actor": "owner",
                     *           "status": 200,
                     *           "rules": [
                     *             "oncall.acknowledge"
                     *           ],
                     *           "gaps": [
                     *             "general.time-strings"
                     *           ],
                     *           "changed": [
                     *             {
                     *               "entity": "OncallIncident",
                     *               "id": "inc_71",
                     *               "change": "changed"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "last": 12
                     *     }
                     */
                    "application/json": {
                        /** @description The requested entries, oldest first. */
                        entries: components["schemas"]["JournalEntry"][];
                        /** @description Number of the first entry that is kept; only present if older entries were merged into the start. */
                        first?: number;
                        /** @description Number of the last entry; 0 when there is none. */
                        last: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    getJournalEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path: {
                /** @description Number of the entry. */
                entry: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": 12,
                     *       "action": 12,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "kind": "request",
                     *       "name": "acknowledgeIncident",
                     *       "actor": "owner",
                     *       "status": 200,
                     *       "rules": [
                     *         "oncall.acknowledge"
                     *       ],
                     *       "gaps": [
                     *         "general.time-strings"
                     *       ],
                     *       "changed": [
                     *         {
                     *           "entity": "OncallIncident",
                     *           "id": "inc_71",
                     *           "change": "changed"
                     *         }
                     *       ],
                     *       "input": {
                     *         "method": "POST",
                     *         "path": "/api/v1/oncall/incidents/inc_71/acknowledge"
                     *       },
                     *       "answer": {
                     *         "status": 200,
                     *         "body": {
                     *           "id": "inc_71",
                     *           "status": "acknowledged"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JournalEntry"] & {
                        /** @description The response at that time. */
                        answer?: components["schemas"]["RecordedAnswer"];
                        /** @description What came in: method, path, query and body of a request, without its credential; organization and body of an event; what the clock or a gap was set to. */
                        input: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    getWorldAt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path: {
                /** @description Number of the entry. */
                entry: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "understudy-world/1",
                     *       "version": "0.1.0",
                     *       "entry": 12,
                     *       "clock": {
                     *         "mode": "frozen",
                     *         "now": "2026-03-05T09:00:00Z"
                     *       },
                     *       "gaps": {},
                     *       "state": {
                     *         "organizations": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["World"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    listMarks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The marks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "marks": [
                     *         {
                     *           "name": "before-failover",
                     *           "entry": 12,
                     *           "note": "everything is up"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The marks, in the order of their entries. */
                        marks: components["schemas"]["Mark"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    markJournal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "before-failover",
                 *       "note": "everything is up"
                 *     }
                 */
                "application/json": {
                    /** @description Name of the mark. */
                    name: string;
                    /** @description A note. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The mark. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "before-failover",
                     *       "entry": 12,
                     *       "note": "everything is up"
                     *     }
                     */
                    "application/json": components["schemas"]["Mark"];
                };
            };
            400: components["responses"]["Invalid"];
            409: components["responses"]["NotPossible"];
        };
    };
    saveJournalAsScenario: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "override-wins",
                 *       "summary": "An active override is on call",
                 *       "fromEntry": 3,
                 *       "toEntry": 12
                 *     }
                 */
                "application/json": {
                    /** @description First entry; the world before it becomes the start. */
                    fromEntry?: number;
                    /** @description Instead of fromEntry, the entries after this mark. */
                    fromMark?: string;
                    /**
                     * @description What to include besides the changes (nothing, the refused requests, or all requests in the request log).
                     * @default changes
                     * @enum {string}
                     */
                    include?: "changes" | "refusals" | "requests";
                    /** @description Name of the scenario. */
                    name: string;
                    /**
                     * @description Overwrite a scenario with this name.
                     * @default false
                     */
                    replace?: boolean;
                    /** @description In place of a part: single requests, refused ones included, by their ids in the request log. */
                    requests?: number[];
                    /** @description What it shows, in a line. */
                    summary?: string;
                    /** @description Last entry. */
                    toEntry?: number;
                };
            };
        };
        responses: {
            /** @description The scenario. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "override-wins",
                     *       "area": "oncall",
                     *       "summary": "An active override is on call",
                     *       "steps": 10,
                     *       "dependsOn": []
                     *     }
                     */
                    "application/json": components["schemas"]["Scenario"] & {
                        /** @description What other targets need for the scenario to be replayed there, one sentence each. */
                        dependsOn: string[];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    undoJournal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entries": 1
                 *     }
                 */
                "application/json": {
                    /** @description Number of entries to undo. */
                    entries: number;
                } | {
                    /** @description Number of actions to undo. */
                    actions: number;
                } | {
                    /** @description Number of an entry that belongs to the action. */
                    action: number;
                } | {
                    /** @description Last entry to keep; 0 is the start. */
                    toEntry: number;
                } | {
                    /** @description Name of the mark. */
                    toMark: string;
                };
            };
        };
        responses: {
            /** @description The last entry of the journal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "last": 11,
                     *       "undone": 1,
                     *       "now": "2026-03-05T08:58:00Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Number of the first entry that is kept; only present if older entries were merged into the start. */
                        first?: number;
                        /** @description Number of the last entry kept. */
                        last: number;
                        /**
                         * Format: date-time
                         * @description The clock.
                         */
                        now: string;
                        /** @description How many entries were undone. */
                        undone: number;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    listPages: {
        parameters: {
            query?: {
                /** @description Only pages of this incident. */
                incidentId?: string;
                /** @description Maximum number of results, latest first. */
                limit?: number;
                /** @description Only pages to this person. */
                userId?: string;
            };
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pages": [
                     *         {
                     *           "id": 1,
                     *           "at": "2026-03-05T09:00:00Z",
                     *           "incidentId": "inc_71",
                     *           "userId": "usr_ada",
                     *           "channel": "email",
                     *           "to": "ada@acme.example",
                     *           "step": 0,
                     *           "round": 0,
                     *           "outcome": "sent"
                     *         },
                     *         {
                     *           "id": 2,
                     *           "at": "2026-03-05T09:01:00Z",
                     *           "incidentId": "inc_71",
                     *           "userId": "usr_ada",
                     *           "channel": "sms",
                     *           "to": "+4915550100",
                     *           "step": 0,
                     *           "round": 0,
                     *           "outcome": "failed",
                     *           "error": "no provider credential"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The pages, oldest first. */
                        pages: components["schemas"]["Page"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    rehearse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "steps": [
                 *         {
                 *           "operation": "acknowledgeIncident",
                 *           "actor": "owner",
                 *           "parameters": {
                 *             "id": "inc_71"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Right after this entry of the journal; now if omitted. */
                    entry?: number;
                    /** @description Treats these as the only resources of a kind, so that frequent lists of a few are cheap. */
                    only?: {
                        /** @description The kind, as the journal names it. */
                        entity: string;
                        /** @description Identifiers of those that stay. */
                        ids: string[];
                    };
                    /** @description The steps to try, in order. */
                    steps: ({
                        /** @description The caller, by the name in the identities; anonymous if omitted. */
                        actor?: string;
                        /**
                         * Format: date-time
                         * @description The time of the step; timers that would fire until then are ignored.
                         */
                        at?: string;
                        /** @description The body of the operation or event. */
                        body?: unknown;
                        /** @description An outside event, by its operationId. */
                        event?: string;
                        /** @description An operation of the API, by its operationId. */
                        operation?: string;
                        /** @description Parameters of the path and the query. */
                        parameters?: {
                            [key: string]: string;
                        };
                    } & (unknown | unknown))[];
                };
            };
        };
        responses: {
            /** @description An answer for each step, in this order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-03-05T09:00:00Z",
                     *       "answers": [
                     *         {
                     *           "status": 409,
                     *           "error": "the incident is resolved",
                     *           "rules": [
                     *             "oncall.resolved-is-final"
                     *           ],
                     *           "gaps": [
                     *             "oncall.state-conflict-status"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The response to each step, in the same order. */
                        answers: components["schemas"]["Rehearsed"][];
                        /**
                         * Format: date-time
                         * @description The clock of the world that was asked.
                         */
                        now: string;
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Only requests with a smaller id. */
                before?: number;
                /** @description Maximum number of results. */
                limit?: number;
                /** @description Only this operation. */
                operation?: string;
                /** @description Only this status. */
                status?: number;
            };
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requests": [
                     *         {
                     *           "id": 231,
                     *           "at": "2026-03-05T09:00:00Z",
                     *           "method": "GET",
                     *           "path": "/api/v1/clusters/prod",
                     *           "operationId": "getCluster",
                     *           "actor": "owner",
                     *           "status": 200,
                     *           "durationMs": 1.2,
                     *           "rules": [],
                     *           "gaps": [
                     *             "clusters.phase-names",
                     *             "clusters.change-shows"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The latest requests, newest first. */
                        requests: components["schemas"]["LoggedRequest"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    clearRequests: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The log is empty. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path: {
                /** @description Id of the request. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 231,
                     *       "at": "2026-03-05T09:00:00Z",
                     *       "method": "GET",
                     *       "path": "/api/v1/clusters/prod",
                     *       "operationId": "getCluster",
                     *       "actor": "owner",
                     *       "status": 200,
                     *       "durationMs": 1.2,
                     *       "rules": [],
                     *       "gaps": [
                     *         "clusters.phase-names",
                     *         "clusters.change-shows"
                     *       ],
                     *       "requestHeaders": {
                     *         "accept": "application/json"
                     *       },
                     *       "responseHeaders": {
                     *         "content-type": "application/json"
                     *       },
                     *       "responseBody": "{\"name\":\"prod\"}",
                     *       "curl": "curl http://127.0.0.1:4010/api/v1/clusters/prod"
                     *     }
                     */
                    "application/json": components["schemas"]["LoggedRequest"] & {
                        /** @description Curl command that repeats the request. */
                        curl?: string;
                        /** @description Body as received. */
                        requestBody?: string;
                        /** @description Headers of the request; credentials are redacted. */
                        requestHeaders: {
                            [key: string]: string;
                        };
                        /** @description Body as sent. */
                        responseBody?: string;
                        /** @description Headers of the answer. */
                        responseHeaders: {
                            [key: string]: string;
                        };
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    resetWorld: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "seed": "acme"
                 *     }
                 */
                "application/json": {
                    /** @description The seed to start from; the original one if omitted. */
                    seed?: string;
                };
            };
        };
        responses: {
            /** @description The world as at its start. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "default",
                     *       "from": {
                     *         "seed": "acme"
                     *       },
                     *       "createdAt": "2026-11-14T10:00:00Z",
                     *       "lastUsedAt": "2026-11-14T10:05:00Z",
                     *       "entries": 0,
                     *       "clock": {
                     *         "mode": "frozen",
                     *         "now": "2026-03-05T09:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    listRules: {
        parameters: {
            query?: {
                /** @description Only rules of this area. */
                area?: string;
            };
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
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
                     *           "id": "clusters.node-skew",
                     *           "says": "An upgrade that leaves agents too far behind is refused, and the nodes are named.",
                     *           "checklist": "CLU-05",
                     *           "where": "Endpoints, Clusters, upgrade and resize rules, 2",
                     *           "provenance": "stated",
                     *           "status": 409
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The requested rules. */
                        rules: components["schemas"]["Rule"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    listSandboxes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandboxes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sandboxes": [
                     *         {
                     *           "name": "checkout-tests",
                     *           "from": {
                     *             "seed": "acme"
                     *           },
                     *           "createdAt": "2026-11-14T10:00:00Z",
                     *           "lastUsedAt": "2026-11-14T10:05:00Z",
                     *           "entries": 12,
                     *           "clock": {
                     *             "mode": "frozen",
                     *             "now": "2026-03-05T09:00:00Z"
                     *           }
                     *         }
                     *       ],
                     *       "limit": 100
                     *     }
                     */
                    "application/json": {
                        /** @description How many there may be. */
                        limit: number;
                        /** @description The sandboxes there are, the default one first. */
                        sandboxes: components["schemas"]["Sandbox"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    createSandbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "checkout-tests",
                 *       "from": {
                 *         "seed": "acme"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The origin of a sandbox, exactly one of these. */
                    from?: components["schemas"]["Origin"];
                    /** @description Name of a sandbox. */
                    name: components["schemas"]["SandboxName"];
                };
            };
        };
        responses: {
            /** @description The sandbox. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "checkout-tests",
                     *       "from": {
                     *         "seed": "acme"
                     *       },
                     *       "createdAt": "2026-11-14T10:00:00Z",
                     *       "lastUsedAt": "2026-11-14T10:05:00Z",
                     *       "entries": 12,
                     *       "clock": {
                     *         "mode": "frozen",
                     *         "now": "2026-03-05T09:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    getSandbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path: {
                /** @description Name of the sandbox. */
                sandbox: components["schemas"]["SandboxName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "checkout-tests",
                     *       "from": {
                     *         "seed": "acme"
                     *       },
                     *       "createdAt": "2026-11-14T10:00:00Z",
                     *       "lastUsedAt": "2026-11-14T10:05:00Z",
                     *       "entries": 12,
                     *       "clock": {
                     *         "mode": "frozen",
                     *         "now": "2026-03-05T09:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    dropSandbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path: {
                /** @description Name of the sandbox. */
                sandbox: components["schemas"]["SandboxName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    forkSandbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path: {
                /** @description Name of the sandbox. */
                sandbox: components["schemas"]["SandboxName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "checkout-tests-b"
                 *     }
                 */
                "application/json": {
                    /** @description Fork the world right after this entry; 0 is the start. The current world if omitted. */
                    entry?: number;
                    /** @description Name of a sandbox. */
                    name: components["schemas"]["SandboxName"];
                };
            };
        };
        responses: {
            /** @description The fork. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "checkout-tests-b",
                     *       "from": {
                     *         "fork": "checkout-tests"
                     *       },
                     *       "createdAt": "2026-11-14T10:00:00Z",
                     *       "lastUsedAt": "2026-11-14T10:05:00Z",
                     *       "entries": 12,
                     *       "clock": {
                     *         "mode": "frozen",
                     *         "now": "2026-03-05T09:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    resetSandbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path: {
                /** @description Name of the sandbox. */
                sandbox: components["schemas"]["SandboxName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox as at its start. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "checkout-tests",
                     *       "from": {
                     *         "seed": "acme"
                     *       },
                     *       "createdAt": "2026-11-14T10:00:00Z",
                     *       "lastUsedAt": "2026-11-14T10:05:00Z",
                     *       "entries": 0,
                     *       "clock": {
                     *         "mode": "frozen",
                     *         "now": "2026-03-05T09:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    listScenarios: {
        parameters: {
            query?: {
                /** @description Only those of this area. */
                area?: components["schemas"]["Area"];
            };
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenarios. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scenarios": [
                     *         {
                     *           "name": "override-wins",
                     *           "area": "oncall",
                     *           "summary": "An active override is on call",
                     *           "steps": 10
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The scenarios, by name. */
                        scenarios: components["schemas"]["Scenario"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    saveScenario: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "override-wins",
                 *       "document": {
                 *         "arazzo": "1.0.1",
                 *         "info": {
                 *           "title": "An active override is on call",
                 *           "version": "1.0.0"
                 *         },
                 *         "sourceDescriptions": [
                 *           {
                 *             "name": "api",
                 *             "url": "openapi.yaml",
                 *             "type": "openapi"
                 *           }
                 *         ],
                 *         "workflows": [
                 *           {
                 *             "workflowId": "override-wins",
                 *             "steps": [
                 *               {
                 *                 "stepId": "look",
                 *                 "operationId": "$sourceDescriptions.api.listSchedules",
                 *                 "successCriteria": [
                 *                   {
                 *                     "condition": "$statusCode == 200"
                 *                   }
                 *                 ]
                 *               }
                 *             ]
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description An Arazzo 1.0.1 document with our one extension block. */
                    document: components["schemas"]["ScenarioDocument"];
                    /** @description Name of the scenario. */
                    name: string;
                    /**
                     * @description Overwrite a scenario with this name.
                     * @default false
                     */
                    replace?: boolean;
                };
            };
        };
        responses: {
            /** @description The scenario. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "override-wins",
                     *       "area": "oncall",
                     *       "summary": "An active override is on call",
                     *       "steps": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Scenario"];
                };
            };
            400: components["responses"]["Invalid"];
            409: components["responses"]["NotPossible"];
        };
    };
    getScenario: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path: {
                /** @description Name of the scenario, without its folder. */
                scenario: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenario. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "override-wins",
                     *       "area": "oncall",
                     *       "summary": "An active override is on call",
                     *       "steps": 1,
                     *       "document": {
                     *         "arazzo": "1.0.1",
                     *         "info": {
                     *           "title": "An active override is on call",
                     *           "version": "1.0.0"
                     *         },
                     *         "sourceDescriptions": [
                     *           {
                     *             "name": "api",
                     *             "url": "openapi.yaml",
                     *             "type": "openapi"
                     *           }
                     *         ],
                     *         "workflows": [
                     *           {
                     *             "workflowId": "override-wins",
                     *             "steps": [
                     *               {
                     *                 "stepId": "look",
                     *                 "operationId": "$sourceDescriptions.api.listSchedules"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Scenario"] & {
                        /** @description An Arazzo 1.0.1 document with our one extension block. */
                        document: components["schemas"]["ScenarioDocument"];
                    };
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
        };
    };
    loadScenario: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path: {
                /** @description Name of the scenario, without its folder. */
                scenario: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "sandbox": "checkout-tests"
                 *     }
                 */
                "application/json": {
                    /** @description Name of a sandbox. */
                    sandbox?: components["schemas"]["SandboxName"];
                    /** @description Last step to play. */
                    upToStep?: string;
                };
            };
        };
        responses: {
            /** @description The sandbox with the scenario in it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "checkout-tests",
                     *       "from": {
                     *         "scenario": "override-wins"
                     *       },
                     *       "createdAt": "2026-11-14T10:00:00Z",
                     *       "lastUsedAt": "2026-11-14T10:05:00Z",
                     *       "entries": 10,
                     *       "clock": {
                     *         "mode": "frozen",
                     *         "now": "2026-03-05T09:00:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            400: components["responses"]["Invalid"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotPossible"];
        };
    };
    listSeeds: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The seeds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seeds": [
                     *         {
                     *           "name": "acme",
                     *           "about": "A populated organization",
                     *           "organizations": [
                     *             "acme"
                     *           ]
                     *         },
                     *         {
                     *           "name": "empty",
                     *           "about": "An organization with nothing in it",
                     *           "organizations": [
                     *             "acme"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The seeds that a sandbox can start from. */
                        seeds: components["schemas"]["Seed"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    streamHappenings: {
        parameters: {
            query?: {
                /** @description Only these kinds. */
                only?: ("request" | "entry" | "clock" | "fault" | "page" | "delivery" | "reset" | "undone" | "sandbox" | "storage")[];
            };
            header?: {
                /** @description Last event that was seen. */
                "Last-Event-ID"?: string;
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream; it stays open. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: 231
                     *     event: request
                     *     data: {"id":231,"method":"GET","path":"/api/v1/clusters/prod","status":200}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only attempts of this delivery. */
                deliveryId?: number;
                /** @description Only attempts to this endpoint. */
                endpointId?: string;
                /** @description Maximum number of results, latest first. */
                limit?: number;
            };
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": [
                     *         {
                     *           "deliveryId": 4107,
                     *           "endpointId": "wh_5k2",
                     *           "attempt": 1,
                     *           "at": "2026-03-05T09:00:00Z",
                     *           "url": "https://hooks.acme.example/email",
                     *           "headers": {
                     *             "webhook-id": "4107",
                     *             "webhook-timestamp": "1772701200",
                     *             "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
                     *           },
                     *           "body": "{\"type\":\"message.received\",\"messageId\":\"msg_80f\"}",
                     *           "scripted": true,
                     *           "status": 200
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The attempts, oldest first. */
                        attempts: components["schemas"]["WebhookAttempt"][];
                    };
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    exportWorld: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "understudy-world/1",
                     *       "version": "0.1.0",
                     *       "entry": 12,
                     *       "clock": {
                     *         "mode": "frozen",
                     *         "now": "2026-03-05T09:00:00Z"
                     *       },
                     *       "gaps": {
                     *         "oncall.repeat-acknowledge": "refuse"
                     *       },
                     *       "state": {
                     *         "organizations": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["World"];
                };
            };
            400: components["responses"]["Invalid"];
        };
    };
    importWorld: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The sandbox to use; the default one if omitted. An unknown sandbox is created on first use, with the server's initial data, except by operations about the server as a whole. The path prefix /sandboxes/NAME does the same.
                 * @example checkout-tests
                 */
                "X-Understudy-Sandbox"?: components["parameters"]["Sandbox"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "understudy-world/1",
                 *       "version": "0.1.0",
                 *       "entry": 12,
                 *       "clock": {
                 *         "mode": "frozen",
                 *         "now": "2026-03-05T09:00:00Z"
                 *       },
                 *       "gaps": {},
                 *       "state": {
                 *         "organizations": {}
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["World"];
            };
        };
        responses: {
            /** @description The world is replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Invalid"];
            409: components["responses"]["NotPossible"];
        };
    };
}
