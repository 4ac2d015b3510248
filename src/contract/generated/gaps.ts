// Derived from spec/ by `npm run generate`. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        GapValues: {
            /**
             * @description How fetching the client configuration, minting a token or using either is handled while the cluster is being torn down.
             * @enum {unknown}
             */
            "clusters.access-while-deleting": "refuse" | "accept";
            /**
             * @description What a cluster shows between an accepted change and the end of the roll: the new values, the old ones, or the new ones with the version that is still running.
             * @enum {unknown}
             */
            "clusters.change-shows": "new" | "old" | "version-last";
            /**
             * @description How a change to a tier other than small, medium and large is handled (the field is a plain string).
             * @enum {unknown}
             */
            "clusters.change-tier-values": "refuse" | "accept";
            /** @description The document in a cloud configuration, with {cluster}, {token} and {joinCommand} in its texts. */
            "clusters.cloud-config": {
                [key: string]: string[];
            };
            /**
             * @description Whether a version and a tier can be changed in one request.
             * @enum {unknown}
             */
            "clusters.combined-change": "accept" | "refuse";
            /** @description The components whose headroom is checked before downsizing. */
            "clusters.components": string[];
            /**
             * @description How replicas below one are handled.
             * @enum {unknown}
             */
            "clusters.counts-below-one": "refuse" | "accept";
            /**
             * @description Whether a cluster can be created with a version that is not in the catalog (the contract forbids it for upgrades only).
             * @enum {unknown}
             */
            "clusters.create-outside-catalog": "refuse" | "accept";
            /**
             * @description How a datastore change is handled on a cluster whose datastore is shared.
             * @enum {unknown}
             */
            "clusters.datastore-change-on-shared": "refuse" | "ignore" | "accept";
            /**
             * @description Whether a dedicated datastore shows fields that were not in the request (all four are optional).
             * @enum {unknown}
             */
            "clusters.datastore-defaults": "show" | "omit";
            /**
             * @description Whether a dedicated datastore may be created without a size.
             * @enum {unknown}
             */
            "clusters.dedicated-without-size": "default" | "refuse";
            /** @description Whether a dedicated datastore is backed up when the request does not say. */
            "clusters.default-backups": boolean;
            /**
             * @description Mode of the datastore when the request has none.
             * @enum {unknown}
             */
            "clusters.default-datastore-mode": "shared" | "dedicated";
            /** @description Replicas of a dedicated datastore when the request has none. */
            "clusters.default-datastore-replicas": number;
            /**
             * @description Size of a dedicated datastore when the request has none.
             * @enum {unknown}
             */
            "clusters.default-datastore-size": "db-small" | "db-medium" | "db-large";
            /** @description Whether managed load balancers are on when the request does not say. */
            "clusters.default-load-balancers": boolean;
            /** @description Whether the mesh is on when the request does not say. */
            "clusters.default-mesh": boolean;
            /** @description Redundancy of the control plane when the request has none. */
            "clusters.default-replicas": number;
            /** @description Storage of a dedicated datastore when the request has none. */
            "clusters.default-storage-gib": number;
            /**
             * @description Version of a cluster created without one.
             * @enum {unknown}
             */
            "clusters.default-version": "newest" | "previous-minor" | "oldest";
            /**
             * @description How deleting is handled while the cluster is being provisioned or rolled.
             * @enum {unknown}
             */
            "clusters.delete-while-changing": "accept" | "refuse";
            /**
             * @description How deleting is handled while nodes are in the cluster.
             * @enum {unknown}
             */
            "clusters.delete-with-nodes": "accept" | "refuse";
            /**
             * @description Whether a cluster is still shown while it is being torn down.
             * @enum {unknown}
             */
            "clusters.deleting-visible": "visible" | "gone";
            /** @description Form of the endpoint, with {cluster} for the name. */
            "clusters.endpoint-form": string;
            /**
             * @description When a cluster starts to show its endpoint.
             * @enum {unknown}
             */
            "clusters.endpoint-from": "ready" | "creation";
            /**
             * @description Whether an even number of control plane replicas is accepted.
             * @enum {unknown}
             */
            "clusters.even-replicas": "accept" | "refuse";
            /**
             * @description Whether an expired registration token stays in the list.
             * @enum {unknown}
             */
            "clusters.expired-registration-tokens": "keep" | "drop";
            /**
             * @description How an expiresIn of zero or less is handled for a registration token.
             * @enum {unknown}
             */
            "clusters.expires-in-below-one": "refuse" | "accept";
            /** @description Largest accepted expiresIn of a registration token. */
            "clusters.expires-in-maximum": number;
            /** @description Smallest accepted expiresIn of a registration token, above zero. */
            "clusters.expires-in-minimum": number;
            /**
             * @description Unit of expiresIn of registration tokens.
             * @enum {unknown}
             */
            "clusters.expires-in-unit": "seconds" | "minutes" | "hours" | "days";
            /**
             * @description Whether the redundancy of a control plane may be lowered.
             * @enum {unknown}
             */
            "clusters.fewer-replicas": "accept" | "refuse";
            /**
             * @description How mesh or a datastore mode in a change is handled; the contract does not list either.
             * @enum {unknown}
             */
            "clusters.fixed-in-patch": "ignore" | "refuse" | "apply";
            /**
             * @description Status for a cluster of another organization, which the contract lists both as a mismatch and as unknown.
             * @enum {unknown}
             */
            "clusters.foreign-cluster-status": 403 | 404;
            /** @description Usage, in percent, from which a component lacks headroom for a smaller tier. */
            "clusters.headroom-limit": number;
            /**
             * @description Version assumed for a joining agent that reports none.
             * @enum {unknown}
             */
            "clusters.join-agent-version": "cluster" | "refuse";
            /** @description Text of the join command, with {cluster} and {token} in it. */
            "clusters.join-command": string;
            /** @description Status when a node joins with a token that is unknown, spent, expired, switched off, revoked or of another cluster. */
            "clusters.join-refusal-status": number;
            /**
             * @description How a joining agent is handled if its version is further behind than the skew allows, ahead of the control plane, or cannot be compared.
             * @enum {unknown}
             */
            "clusters.join-skew": "refuse" | "accept";
            /**
             * @description How a node that joins with the name of an existing one is handled.
             * @enum {unknown}
             */
            "clusters.join-taken-name": "refuse" | "replace";
            /**
             * @description What the cluster field of a join token holds.
             * @enum {unknown}
             */
            "clusters.join-token-cluster": "name" | "endpoint";
            /** @description Lifetime of a join token, in its unit. */
            "clusters.join-token-lifetime": number;
            /**
             * @description Unit of expiresIn of join tokens.
             * @enum {unknown}
             */
            "clusters.join-token-unit": "seconds" | "minutes" | "hours" | "days";
            /**
             * @description How joining is handled while the cluster is being provisioned or torn down.
             * @enum {unknown}
             */
            "clusters.join-while-not-ready": "refuse" | "accept";
            /** @description Lifetime of the token in a client configuration, in its unit. */
            "clusters.kubeconfig-lifetime": number;
            /**
             * @description Unit of expiresIn in the client configuration.
             * @enum {unknown}
             */
            "clusters.kubeconfig-unit": "seconds" | "minutes" | "hours" | "days";
            /**
             * @description How fetching the client configuration is handled while the cluster is being provisioned.
             * @enum {unknown}
             */
            "clusters.kubeconfig-while-provisioning": "refuse" | "accept";
            /**
             * @description Smallest storage of a datastore in GiB.
             * @enum {unknown}
             */
            "clusters.least-storage-gib": 1 | 5 | 10 | 20 | 50 | 100;
            /** @description From which IPv4 range load balancers get their addresses. */
            "clusters.load-balancer-addresses": string;
            /**
             * @description Whether switching managed load balancers starts a roll.
             * @enum {unknown}
             */
            "clusters.load-balancer-switch": "stay" | "roll";
            /**
             * @description Whether the last minor of one major version can be upgraded to the first minor of the next.
             * @enum {unknown}
             */
            "clusters.major-hop": "refuse" | "accept";
            /** @description Maximum number of services that a cluster's managed load balancers expose. */
            "clusters.max-services": number;
            /**
             * @description Largest redundancy of a control plane or a datastore.
             * @enum {unknown}
             */
            "clusters.most-replicas": 1 | 2 | 3 | 5 | 7 | 9;
            /**
             * Format: regex
             * @description Form of a cluster name, as a regular expression.
             */
            "clusters.name-format": string;
            /**
             * @description Where a cluster name must be unique.
             * @enum {unknown}
             */
            "clusters.name-scope": "organization" | "everywhere";
            /**
             * @description Whether a name is still taken while its cluster is being torn down.
             * @enum {unknown}
             */
            "clusters.name-while-deleting": "taken" | "free";
            /** @description Time from joining until a node is ready. */
            "clusters.node-ready-seconds": number;
            /**
             * @description How many minor versions an agent may be behind the control plane.
             * @enum {unknown}
             */
            "clusters.node-skew": 0 | 1 | 2 | 3 | 4;
            /**
             * @description What happens to nodes that joined with a registration token when it is switched off or revoked.
             * @enum {unknown}
             */
            "clusters.nodes-of-ended-token": "keep" | "remove" | "not-ready";
            /** @description Permission tier needed to create or change a cluster, to delete one, to deregister a node, to fetch the client configuration, to mint join tokens and to handle registration tokens. */
            "clusters.operation-tiers": {
                /** @enum {unknown} */
                change: "read" | "write" | "admin";
                /** @enum {unknown} */
                delete: "read" | "write" | "admin";
                /** @enum {unknown} */
                deregister: "read" | "write" | "admin";
                /** @enum {unknown} */
                "join-token": "read" | "write" | "admin";
                /** @enum {unknown} */
                kubeconfig: "read" | "write" | "admin";
                /** @enum {unknown} */
                "registration-token": "read" | "write" | "admin";
            };
            /**
             * @description Whether work may take longer than its usual time.
             * @enum {unknown}
             */
            "clusters.overdue-work": "over" | "goes-on";
            /**
             * @description How a change is handled while the cluster is being torn down.
             * @enum {unknown}
             */
            "clusters.patch-while-deleting": "refuse" | "accept";
            /**
             * @description How a change is handled while the cluster is being provisioned.
             * @enum {unknown}
             */
            "clusters.patch-while-provisioning": "refuse" | "accept";
            /**
             * @description Whether a change during a roll is refused with 409 as a concurrent change, or accepted.
             * @enum {unknown}
             */
            "clusters.patch-while-rolling": "refuse" | "accept";
            /** @description Name of a cluster's phase while it is provisioning, ready, rolling or being torn down. */
            "clusters.phase-names": {
                deleting: string;
                provisioning: string;
                ready: string;
                rolling: string;
            };
            /**
             * @description How provisioning, rolls, teardowns and node joins progress: with the clock, immediately, or with each read.
             * @enum {unknown}
             */
            "clusters.progress": "delay" | "at-once" | "after-reads";
            /** @description Number of reads after which work is done, if it progresses with reads. */
            "clusters.progress-reads": number;
            /** @description How long provisioning takes. */
            "clusters.provisioning-seconds": number;
            /** @description Maximum number of clusters of an organization. */
            "clusters.quota": number;
            /**
             * @description Whether clusters being torn down count against the quota.
             * @enum {unknown}
             */
            "clusters.quota-counts-deleting": "count" | "ignore";
            /** @description Lifetime of a registration token without expiresIn, in its unit; null means that it does not expire and has no expiresAt. */
            "clusters.registration-token-lifetime": number | null;
            /**
             * @description Whether two registration tokens of a cluster may share a name.
             * @enum {unknown}
             */
            "clusters.registration-token-taken-name": "accept" | "refuse";
            /**
             * @description How a second delete is handled during the teardown.
             * @enum {unknown}
             */
            "clusters.repeat-delete": "accept" | "refuse";
            /**
             * @description How switching a registration token to the state it is already in is handled.
             * @enum {unknown}
             */
            "clusters.repeat-disabled": "accept" | "refuse";
            /** @description How long the restart of a control plane without redundancy lasts. */
            "clusters.restart-seconds": number;
            /** @description How long a roll of the control plane takes. */
            "clusters.roll-seconds": number;
            /**
             * @description What happens to a service exposed beyond maxServices.
             * @enum {unknown}
             */
            "clusters.service-over-limit": "refuse" | "wait";
            /**
             * @description Whether a new join token leaves an unused older one valid.
             * @enum {unknown}
             */
            "clusters.several-join-tokens": "keep" | "replace";
            /**
             * @description How creating a shared datastore with a size, storage, replicas or backups is handled.
             * @enum {unknown}
             */
            "clusters.shared-with-sizing": "refuse" | "ignore" | "accept";
            /**
             * @description What may be made smaller in a datastore: size and replicas but not the storage, everything, or nothing.
             * @enum {unknown}
             */
            "clusters.shrinking-datastore": "not-storage" | "everything" | "nothing";
            /**
             * @description What is shown during a roll while a control plane without redundancy restarts.
             * @enum {unknown}
             */
            "clusters.single-replica-restart": "nothing" | "nodes-not-ready" | "endpoint-absent";
            /** @description Status when the state of a cluster does not allow the request, apart from a concurrent change. */
            "clusters.state-conflict-status": number;
            /**
             * @description How a datastore of less than one GiB is handled.
             * @enum {unknown}
             */
            "clusters.storage-below-one": "refuse" | "accept";
            /**
             * @description What happens to exposed services when managed load balancers are switched off.
             * @enum {unknown}
             */
            "clusters.switch-off-exposed": "withdraw" | "keep" | "refuse";
            /** @description Status when the name of a new cluster is taken. */
            "clusters.taken-name-status": number;
            /** @description How long a teardown takes. */
            "clusters.teardown-seconds": number;
            /**
             * @description Whether the optional lastUsed of a registration token is recorded.
             * @enum {unknown}
             */
            "clusters.token-last-used": "kept" | "never";
            /**
             * @description How minting a join token or a registration token is handled while the cluster is being provisioned.
             * @enum {unknown}
             */
            "clusters.tokens-while-provisioning": "accept" | "refuse";
            /**
             * @description Whether a change to the current values starts a roll.
             * @enum {unknown}
             */
            "clusters.unchanged-patch": "stay" | "roll";
            /** @description Status when a version is not in the catalog. */
            "clusters.unknown-version-status": number;
            /**
             * @description Usage of a component for which none was set.
             * @enum {unknown}
             */
            "clusters.unreported-headroom": "roomy" | "crowded";
            /**
             * @description Whether a change may name a version together with anything else.
             * @enum {unknown}
             */
            "clusters.upgrade-with-others": "accept" | "refuse";
            /** @description The fields of the usage snapshot. */
            "clusters.usage-fields": ("cluster" | "at" | "nodes" | "controlPlaneHours" | "nodeHours" | "storageGiB" | "loadBalancers")[];
            /** @description The versions on offer, oldest first. */
            "clusters.version-catalog": string[];
            /** @description Status when a version is lower than the current one, or too far ahead of it. */
            "clusters.version-step-status": number;
            /** @description Maximum time for provisioning, a roll or a teardown. */
            "clusters.work-deadline-seconds": number;
            /** @description Hour (UTC) at which a day begins, what one message adds to acceptedToday, and whether a message that failed because of suppressions counts. */
            "email.accepted-today": {
                dayStartsAtHour: number;
                /** @enum {unknown} */
                each: "message" | "recipient";
                /** @enum {unknown} */
                suppressed: "counted" | "ignored";
            };
            /**
             * @description Whether pausedAt and pauseReason are still shown after a pause is lifted.
             * @enum {unknown}
             */
            "email.after-unpause": "absent" | "kept";
            /**
             * @description Arming receiving on a domain that is not verified for sending.
             * @enum {unknown}
             */
            "email.arm-before-send": "accept" | "refuse";
            /**
             * @description Which receiveState counts as armed; none never does.
             * @enum {unknown}
             */
            "email.armed-states": "not-none" | "pending-or-verified" | "verified";
            /**
             * @description Whether failing deliveries disable an endpoint.
             * @enum {unknown}
             */
            "email.auto-disable": "never" | "first-failed-delivery";
            /** @description Bounce rate, in percent, at which sending pauses. */
            "email.bounce-pause-pct": number;
            /** @description Values of bounceType for hard and other bounces. */
            "email.bounce-types": {
                hard: string;
                soft: string;
            };
            /** @description Value of status in the response to a forced check. */
            "email.check-status": string;
            /** @description Complaint rate, in percent, at which sending pauses. */
            "email.complaint-pause-pct": number;
            /**
             * @description State of a message after a complaint.
             * @enum {unknown}
             */
            "email.complaint-state": "complained" | "stays";
            /** @description Status of a conflict with an existing resource, where no status is stated. */
            "email.conflict-status": number;
            /** @description Default daily quota of an organization. */
            "email.daily-quota": number;
            /**
             * @description What happens to send keys limited to a domain that is deleted, or whether they keep it from being deleted. An empty domainIds would look like a key for the whole organization, so by default a key is removed with its last domain.
             * @enum {unknown}
             */
            "email.delete-domain-keys": "revoke-last" | "keep-id" | "drop-id" | "refuse";
            /**
             * @description What happens to the messages of a deleted domain in the log.
             * @enum {unknown}
             */
            "email.delete-domain-messages": "keep" | "remove";
            /**
             * @description Deleting a domain that has routes.
             * @enum {unknown}
             */
            "email.delete-domain-routes": "cascade" | "keep" | "refuse";
            /**
             * @description What happens to the deliveries of an endpoint that is deleted; if they are kept, unfinished ones fail.
             * @enum {unknown}
             */
            "email.deleted-endpoint-deliveries": "keep" | "remove";
            /** @description Maximum number of deliveries in the list of recent ones. */
            "email.deliveries-listed": number;
            /** @description Maximum number of attempts, the waits before them in seconds (the last one repeats), and how long an endpoint may take to respond. */
            "email.delivery-attempts": {
                most: number;
                timeoutSeconds: number;
                waitsSeconds: number[];
            };
            /**
             * @description State of a delivery waiting for its next attempt.
             * @enum {unknown}
             */
            "email.delivery-between-attempts": "pending" | "delivering" | "failed";
            /**
             * @description Whether all attempts share one delivery with a counter, or each is a delivery of its own.
             * @enum {unknown}
             */
            "email.delivery-recording": "one-with-counter" | "one-per-attempt";
            /**
             * @description Which responses of an endpoint count as delivered.
             * @enum {unknown}
             */
            "email.delivery-success": "2xx" | "only-200" | "below-400";
            /**
             * @description What happens to events that occur while an endpoint is disabled.
             * @enum {unknown}
             */
            "email.disabled-events": "dropped" | "held";
            /**
             * @description What happens to pending deliveries when their endpoint is disabled.
             * @enum {unknown}
             */
            "email.disabled-pending": "held" | "failed";
            /** @description Field names of a DNS observation. */
            "email.dns-observation-fields": {
                capability?: string;
                expected?: string;
                name?: string;
                observed: string;
                outcome: string;
                type?: string;
            };
            /** @description The DNS records that a domain must publish; {domain} and {token} stand for its name and a generated value. */
            "email.dns-records": {
                /** @enum {unknown} */
                capability: "send" | "receive";
                name: string;
                priority?: number;
                type: string;
                value: string;
            }[];
            /**
             * @description How capital letters and a trailing dot in a domain name are handled; names that differ only in these are the same name.
             * @enum {unknown}
             */
            "email.domain-spelling": "normalise" | "keep" | "refuse";
            /**
             * @description What a domain name must look like.
             * @enum {unknown}
             */
            "email.domain-syntax": "host-name-with-dot" | "host-name" | "any";
            /**
             * @description An event type named twice.
             * @enum {unknown}
             */
            "email.duplicate-event-types": "once" | "keep" | "refuse";
            /**
             * @description Giving an endpoint the URL of another one.
             * @enum {unknown}
             */
            "email.duplicate-webhook-url": "accept" | "refuse";
            /**
             * @description What an empty domainIds means when a key is minted.
             * @enum {unknown}
             */
            "email.empty-domain-ids": "org-wide" | "nothing" | "refuse";
            /**
             * @description What an empty eventTypes means.
             * @enum {unknown}
             */
            "email.empty-event-types": "refuse" | "none" | "every";
            /** @description The optional detail of a bounce with no further information. */
            "email.event-detail": {
                [key: string]: string;
            };
            /** @description Values of eventTypes, by what they announce. */
            "email.event-types": {
                bounced?: string;
                complained?: string;
                delivered?: string;
                received?: string;
                sent?: string;
            };
            /**
             * @description State after a pass that finds all records of a domain that had failed.
             * @enum {unknown}
             */
            "email.failed-recovery": "verified" | "failed";
            /**
             * @description Suppressing something that is not an email address.
             * @enum {unknown}
             */
            "email.invalid-address": "accept" | "refuse";
            /**
             * @description A cursor that was never issued.
             * @enum {unknown}
             */
            "email.invalid-cursor": "refuse" | "first-page" | "empty";
            /**
             * @description Creating a route whose pattern has none of the three forms.
             * @enum {unknown}
             */
            "email.invalid-pattern": "accept" | "refuse";
            /**
             * @description A since filter that cannot be read.
             * @enum {unknown}
             */
            "email.invalid-since": "ignore" | "refuse";
            /**
             * @description Whether the optional lastUsedAt of a send key is recorded.
             * @enum {unknown}
             */
            "email.key-last-used-at": "kept" | "never";
            /**
             * @description State after a pass that no longer finds the records of a verified domain.
             * @enum {unknown}
             */
            "email.lapse": "failed" | "pending" | "verified";
            /**
             * @description Cursor on the last page of the log.
             * @enum {unknown}
             */
            "email.last-page-cursor": "absent" | "empty-string" | "leads-to-empty-page";
            /**
             * @description Listing domains or routes without any email permission.
             * @enum {unknown}
             */
            "email.list-without-permission": "empty" | "refuse";
            /** @description Maximum number of messages on a page of the log. */
            "email.log-page-size": number;
            /**
             * @description Reading a message that is older than the 90 days of the log; gone means 404.
             * @enum {unknown}
             */
            "email.message-past-window": "gone" | "readable";
            /** @description Names of the states of a message, by what happened to it. */
            "email.message-states": {
                bounced: string;
                complained: string;
                delivered: string;
                failed: string;
                queued: string;
                received: string;
                sent: string;
            };
            /**
             * @description Whether the settings show the optional thresholds and acceptedToday.
             * @enum {unknown}
             */
            "email.optional-settings": "shown" | "absent";
            /**
             * @description What the required domainIds shows for a key that sends for the whole organization.
             * @enum {unknown}
             */
            "email.org-wide-domain-ids": "empty" | "all-domains";
            /**
             * @description Status when a scoped subject asks for something of a domain outside its grant.
             * @enum {unknown}
             */
            "email.outside-grant-status": 403 | 404;
            /**
             * @description Which route handles a message that several patterns match.
             * @enum {unknown}
             */
            "email.overlapping-patterns": "most-specific" | "oldest" | "all";
            /**
             * @description Whether patterns that differ in case only are the same, and match regardless of case.
             * @enum {unknown}
             */
            "email.pattern-case": "sensitive" | "insensitive";
            /** @description Hours over which the rates are computed, minimum number of messages, which bounces count, and whether reaching a threshold is enough. */
            "email.pause-counting": {
                /** @enum {unknown} */
                bounces: "hard" | "all";
                minimum: number;
                /** @enum {unknown} */
                pausesWhen: "reached" | "exceeded";
                windowHours: number;
            };
            /**
             * @description Sending while the organization is paused; what is queued goes out when the pause ends.
             * @enum {unknown}
             */
            "email.paused-sending": "queue" | "refuse";
            /** @description Field names of a webhook payload. */
            "email.payload-fields": {
                data: string;
                time: string;
                type: string;
            };
            /** @description Which resource of the permission catalog an operation belongs to; the tier comes from the general gaps. */
            "email.permission-resources": {
                [key: string]: string;
            };
            /**
             * @description Sending once the daily quota is used up; what is queued goes out the next day.
             * @enum {unknown}
             */
            "email.quota-reached": "queue" | "refuse";
            /** @description Status of a message refused because of the daily quota. */
            "email.quota-status": number;
            /**
             * @description State after arming a domain whose receiving failed.
             * @enum {unknown}
             */
            "email.rearm-failed": "pending" | "unchanged";
            /** @description Texts of pauseReason and lastError, by cause. */
            "email.reasons": {
                bounced: string;
                bounces: string;
                complaints: string;
                deleted: string;
                disabled: string;
                failure: string;
                status: string;
                suppressed: string;
            };
            /**
             * @description Whether the records show the MX before receiving is armed.
             * @enum {unknown}
             */
            "email.receive-record-before-arming": "hidden" | "shown";
            /** @description Value of door for a received message. */
            "email.receiving-door": string;
            /**
             * @description Redelivering to a deleted endpoint; if accepted, it fails immediately.
             * @enum {unknown}
             */
            "email.redeliver-deleted-endpoint": "accept" | "refuse";
            /**
             * @description Redelivering to a disabled endpoint; if accepted, it waits or fails like other deliveries to it.
             * @enum {unknown}
             */
            "email.redeliver-disabled": "accept" | "refuse";
            /**
             * @description Redelivering a delivery that is still pending.
             * @enum {unknown}
             */
            "email.redeliver-unfinished": "accept" | "refuse";
            /**
             * @description Forcing a check while one is still pending.
             * @enum {unknown}
             */
            "email.repeat-check": "accept" | "refuse";
            /**
             * @description Revoking a send key a second time.
             * @enum {unknown}
             */
            "email.repeat-revoke-key": "accept" | "refuse";
            /** @description Status of revoking a send key a second time, where that is refused. */
            "email.repeat-revoke-status": number;
            /**
             * @description Whether a revoked send key stays in the list; no field would mark it.
             * @enum {unknown}
             */
            "email.revoked-key-listed": "gone" | "listed";
            /**
             * @description Whether a route delivers to an endpoint that is not subscribed to the event type of inbound mail.
             * @enum {unknown}
             */
            "email.route-event-types": "always" | "named-only";
            /**
             * @description Creating a route to a disabled endpoint.
             * @enum {unknown}
             */
            "email.route-to-disabled": "accept" | "refuse";
            /** @description Time from accepting a message to sending it. */
            "email.send-delay-seconds": number;
            /**
             * @description What the keyId of a send key is, compared with its id.
             * @enum {unknown}
             */
            "email.send-key-key-id": "secret-prefix" | "same-as-id" | "independent";
            /** @description Status of sending with a revoked key. */
            "email.send-key-status": number;
            /** @description Status of a message that may not be sent, because of its sender, a pause or its recipients. */
            "email.send-refused-status": number;
            /**
             * @description Sending a message whose recipients are all suppressed. Otherwise only the suppressed recipients are left out.
             * @enum {unknown}
             */
            "email.send-to-suppressed": "fail-message" | "refuse";
            /**
             * @description Sending from a domain whose sendState is not verified.
             * @enum {unknown}
             */
            "email.send-unverified": "accept" | "refuse";
            /**
             * @description Sending while email is not enabled for the organization.
             * @enum {unknown}
             */
            "email.send-without-entitlement": "accept" | "refuse";
            /** @description Value of door for a message sent with a send key. */
            "email.sending-door": string;
            /** @description Scheme and headers of the signature on a payload. */
            "email.signature": {
                idHeader?: string;
                /** @enum {unknown} */
                scheme: "standard-webhooks" | "hmac-sha256-hex" | "hmac-sha256-base64";
                signatureHeader: string;
                timestampHeader?: string;
            };
            /**
             * @description Whether a message from exactly since is included.
             * @enum {unknown}
             */
            "email.since-boundary": "included" | "excluded";
            /**
             * @description How the since filter is written.
             * @enum {unknown}
             */
            "email.since-form": "iso-8601" | "epoch-seconds" | "epoch-milliseconds";
            /**
             * @description State of a message after a bounce that is not hard.
             * @enum {unknown}
             */
            "email.soft-bounce-state": "stays" | "bounced";
            /**
             * @description Suppressing an address that is already on the list: the same entry, with its reason changed to manual or kept; a new entry, beside the old one or in its place; or a refusal.
             * @enum {unknown}
             */
            "email.suppress-twice": "same-manual" | "same-unchanged" | "new" | "replace" | "refuse";
            /**
             * @description Reason of an entry whose address bounces or complains again.
             * @enum {unknown}
             */
            "email.suppressed-again-reason": "keep" | "replace";
            /**
             * @description Whether a message that went to its other recipients still names the suppressed ones in to and cc.
             * @enum {unknown}
             */
            "email.suppressed-recipients": "named" | "left-out";
            /**
             * @description How capital letters in a suppressed address are handled.
             * @enum {unknown}
             */
            "email.suppression-case": "lower" | "keep-ignoring" | "keep-distinct";
            /**
             * @description How the to filter is compared with a recipient.
             * @enum {unknown}
             */
            "email.to-filter": "exact" | "exact-ignoring-case" | "substring";
            /**
             * @description Whether the to filter looks at cc as well.
             * @enum {unknown}
             */
            "email.to-filter-cc": "to-only" | "to-and-cc";
            /**
             * @description Minting a key for a domain that does not exist in the organization.
             * @enum {unknown}
             */
            "email.unknown-domain-ids": "accept" | "refuse";
            /**
             * @description Filtering by a state, domain, message or endpoint that does not exist, or that the caller may not see.
             * @enum {unknown}
             */
            "email.unknown-filter": "empty" | "refuse";
            /** @description Status when a body or a filter names something that the organization does not have. */
            "email.unknown-reference-status": number;
            /**
             * @description What happens to inbound mail that no route matches.
             * @enum {unknown}
             */
            "email.unrouted-mail": "logged" | "dropped";
            /**
             * @description When a verification pass runs: with the clock, immediately, or when the domain is read.
             * @enum {unknown}
             */
            "email.verification-progress": "delay" | "at-once" | "after-reads";
            /** @description After how many reads of the domain a pass runs, if reads trigger it. */
            "email.verification-reads": number;
            /** @description Seconds from a forced check to its result; seconds until a change in DNS is noticed without one (zero for never); hours after which a pending verification fails (zero for never). */
            "email.verification-times": {
                forcedSeconds: number;
                timeoutHours: number;
                unaskedSeconds: number;
            };
            /**
             * @description What an endpoint's URL must be, besides a URI.
             * @enum {unknown}
             */
            "email.webhook-url": "any" | "http-or-https" | "https";
            /**
             * @description Whether a message that is exactly 90 days old, or content exactly 30 days old, is still available.
             * @enum {unknown}
             */
            "email.window-boundary": "there" | "gone";
            /**
             * @description How the acting organization is chosen for a caller who belongs to several.
             * @enum {unknown}
             */
            "general.acting-organization": "credential" | "header" | "first-membership";
            /** @description Whether the response to a wrong method lists the allowed ones in Allow. */
            "general.allow-header": boolean;
            /**
             * @description How a string of only white space is handled in a required field or in a list.
             * @enum {unknown}
             */
            "general.blank-strings": "refuse" | "accept";
            /** @description Status for a body that is too large. */
            "general.body-too-large-status": number;
            /** @description Status when the Content-Type is why a request is refused. */
            "general.content-type-status": number;
            /**
             * @description Which origins a browser may call from.
             * @enum {unknown}
             */
            "general.cors": "any" | "loopback" | "none";
            /** @description How a request carries its credential. */
            "general.credential-transport": {
                cookie?: string;
                header: string;
                scheme?: string;
            };
            /**
             * @description Precision of date-time fields.
             * @enum {unknown}
             */
            "general.date-time-precision": "seconds" | "milliseconds";
            /**
             * @description How a change without any field is handled.
             * @enum {unknown}
             */
            "general.empty-patch": "accept" | "refuse";
            /**
             * @description How an empty string is handled in a required field or in a list.
             * @enum {unknown}
             */
            "general.empty-strings": "refuse" | "accept";
            /** @description Name of a field beside error with a machine-readable code; null for none. */
            "general.error-codes": string | null;
            /**
             * @description The wording of error texts: a sentence that says what is wrong, a bare code, or the reason phrase of the status.
             * @enum {unknown}
             */
            "general.error-texts": "sentence" | "code" | "reason-phrase";
            /**
             * @description Whether responses have an ETag and If-None-Match is honoured.
             * @enum {unknown}
             */
            "general.etag": "absent" | "present";
            /** @description Status when a credential has expired or was switched off. */
            "general.expired-credential-status": number;
            /**
             * @description Status for a resource of another organization, where no status is stated.
             * @enum {unknown}
             */
            "general.foreign-status": 403 | 404;
            /**
             * @description How HEAD is handled where GET exists.
             * @enum {unknown}
             */
            "general.head": "answer" | "wrong-method";
            /**
             * @description Form of the ids the server assigns.
             * @enum {unknown}
             */
            "general.id-format": "prefixed" | "uuid" | "ulid" | "number";
            /**
             * @description Whether a repeated Idempotency-Key returns the first response again.
             * @enum {unknown}
             */
            "general.idempotency-keys": "ignore" | "honour";
            /**
             * @description How a write with an If-Match that does not match is handled.
             * @enum {unknown}
             */
            "general.if-match": "ignore" | "refuse-412";
            /**
             * @description Which lists show a scoped caller only the granted instances, beyond the domains and routes that are named.
             * @enum {unknown}
             */
            "general.instance-filtering": "every-list" | "domains-and-routes";
            /** @description Smallest and largest accepted integer, where nothing narrower applies. */
            "general.integer-bounds": {
                maximum: number;
                minimum: number;
            };
            /** @description Status when a credential is given but unknown or malformed. */
            "general.invalid-credential-status": number;
            /** @description Maximum number of entries in a list without a stated limit; null for all. */
            "general.list-limit": number | null;
            /**
             * @description Order of lists, where none is stated.
             * @enum {unknown}
             */
            "general.list-order": "oldest-first" | "newest-first" | "by-name";
            /** @description Status for a body that is not JSON. */
            "general.malformed-json-status": number;
            /** @description Largest body that is read. */
            "general.maximum-body-bytes": number;
            /** @description Longest accepted string in characters, where nothing narrower applies. */
            "general.maximum-length": number;
            /**
             * @description How a missing body is handled where one is expected.
             * @enum {unknown}
             */
            "general.missing-body": "refuse" | "empty-object";
            /**
             * @description How a JSON body without Content-Type is handled.
             * @enum {unknown}
             */
            "general.missing-content-type": "accept" | "refuse";
            /**
             * @description Whether names that differ only in case are the same name.
             * @enum {unknown}
             */
            "general.name-case": "differ" | "same";
            /**
             * @description Whether resources of one kind may share a name, where uniqueness is not stated.
             * @enum {unknown}
             */
            "general.name-uniqueness": "shared" | "unique";
            /** @description Status when the caller does not belong to the requested organization. */
            "general.no-membership-status": number;
            /**
             * @description How a request whose Accept excludes JSON is handled.
             * @enum {unknown}
             */
            "general.not-acceptable": "ignore" | "refuse";
            /**
             * @description How null in an optional field of a creation is handled.
             * @enum {unknown}
             */
            "general.null-in-create": "refuse" | "ignore";
            /**
             * @description How null in an optional field of a change is handled, other than the null that detaches an escalation policy. For fields that cannot be cleared, clear means ignore.
             * @enum {unknown}
             */
            "general.null-in-patch": "refuse" | "ignore" | "clear";
            /**
             * @description How OPTIONS is handled.
             * @enum {unknown}
             */
            "general.options": "answer" | "wrong-method";
            /** @description Header that names the acting organization, if a header is used for that. */
            "general.organization-header": string;
            /**
             * @description Whether the fixed parts of a path are case-sensitive.
             * @enum {unknown}
             */
            "general.path-case": "exact" | "ignore";
            /**
             * @description Whether percent-encoded characters in a path parameter are decoded (an upstream host with a port).
             * @enum {unknown}
             */
            "general.percent-encoding": "decode" | "literal";
            /** @description Which resource of the permission catalog an operation belongs to, where neither the contract nor a gap of its area says. Its tier comes from the neighbouring gaps. An operation that is not listed needs no permission. */
            "general.permission-resources": {
                [key: string]: string;
            };
            /** @description Status when the caller lacks a permission, where no status is stated. */
            "general.permission-status": number;
            /** @description Maximum number of requests of a caller, and the period in seconds; null for no limit. */
            "general.rate-limit": null | {
                requests: number;
                seconds: number;
            };
            /** @description Status past the rate limit. */
            "general.rate-limit-status": number;
            /**
             * @description Permission tier needed for a read, where none is stated.
             * @enum {unknown}
             */
            "general.read-tier": "none" | "read" | "write" | "admin";
            /** @description Which refusal is returned when several apply. */
            "general.refusal-precedence": ("authentication" | "entitlement" | "permission" | "validation" | "existence" | "backend" | "conflict")[];
            /**
             * @description How deleting or revoking something a second time is handled, or something that never was where no status is stated; where no other gap applies.
             * @enum {unknown}
             */
            "general.repeat-delete": "unknown" | "accept";
            /**
             * @description Which value counts when a query parameter comes twice.
             * @enum {unknown}
             */
            "general.repeated-query-parameters": "first" | "last" | "refuse";
            /** @description Whether a response past the rate limit has a Retry-After header. */
            "general.retry-after": boolean;
            /** @description Highest permission tier of each role of an organization. */
            "general.role-tiers": {
                [key: string]: "none" | "read" | "write" | "admin";
            };
            /** @description Number of random characters in a secret. */
            "general.secret-length": number;
            /** @description Status when a name is taken, where no status is stated. */
            "general.taken-name-status": number;
            /**
             * @description Form of times that are plain strings.
             * @enum {unknown}
             */
            "general.time-strings": "iso-seconds" | "iso-milliseconds" | "unix-seconds" | "unix-milliseconds";
            /**
             * @description How a path with a trailing slash is handled.
             * @enum {unknown}
             */
            "general.trailing-slash": "unknown" | "same" | "redirect";
            /**
             * @description Whether white space around a given string is kept.
             * @enum {unknown}
             */
            "general.trimming": "keep" | "trim";
            /** @description Status without an authenticated caller in registry and on-call, which the list of areas leaves out. */
            "general.unauthenticated-status": number;
            /** @description Error text for a request without a credential, by area. The contract mentions two, although it calls message texts open. */
            "general.unauthenticated-texts": {
                [key: string]: string;
            };
            /**
             * @description How a body is handled where none is expected.
             * @enum {unknown}
             */
            "general.unexpected-body": "ignore" | "refuse";
            /**
             * @description How a body field that is not listed is handled.
             * @enum {unknown}
             */
            "general.unknown-body-fields": "ignore" | "refuse";
            /** @description Status for an unknown path. */
            "general.unknown-path-status": number;
            /**
             * @description Whether a request without a credential to an unknown path is answered as unauthenticated or as unknown.
             * @enum {unknown}
             */
            "general.unknown-path-unauthenticated": "unknown" | "unauthenticated";
            /**
             * @description How a query parameter that is not listed is handled.
             * @enum {unknown}
             */
            "general.unknown-query-parameters": "ignore" | "refuse";
            /** @description Status for a resource that does not exist, where no status is stated. */
            "general.unknown-status": number;
            /**
             * @description How a web URL without a host, or with a port above 65535, is handled.
             * @enum {unknown}
             */
            "general.unusable-urls": "refuse" | "accept";
            /** @description Status of a request whose input is invalid, where no status is stated. */
            "general.validation-status": number;
            /** @description Response header with the version of the API; null for none. */
            "general.version-header": string | null;
            /**
             * @description Permission tier needed for a write, where none is stated. A token narrowed to roles of the tier read never creates, changes or deletes.
             * @enum {unknown}
             */
            "general.write-tier": "read" | "write" | "admin";
            /**
             * @description How a JSON body under another Content-Type is handled.
             * @enum {unknown}
             */
            "general.wrong-content-type": "refuse" | "accept";
            /**
             * @description Status when a path exists but not with this method.
             * @enum {unknown}
             */
            "general.wrong-method-status": 404 | 405;
            /** @description The built-in roles of each service. */
            "iam.builtin-roles": ("reader" | "editor" | "admin")[];
            /**
             * @description Whether the catalog shows custom roles in addition to the built-in ones.
             * @enum {unknown}
             */
            "iam.catalog-custom-roles": "hide" | "show";
            /**
             * @description Whether a resource that is being deleted is still in the catalog.
             * @enum {unknown}
             */
            "iam.deleting-listed": "keep" | "drop";
            /** @description The services of the permission catalog and the resources of each, with their labels. */
            "iam.permission-catalog": {
                [key: string]: {
                    label: string;
                    resources: {
                        [key: string]: string;
                    };
                };
            };
            /**
             * @description Whether reading the permission catalog also needs grant management.
             * @enum {unknown}
             */
            "iam.permissions-need-management": "everyone" | "managers";
            /**
             * @description Whether a token narrowed to roles can read the permission catalog, which no role covers.
             * @enum {unknown}
             */
            "iam.permissions-with-narrowed-token": "allow" | "refuse";
            /**
             * @description Name of a resource in the catalog.
             * @enum {unknown}
             */
            "iam.resource-names": "display-name" | "own-id";
            /** @description Which kinds of resources a grant can be narrowed to. */
            "iam.scopable-kinds": ("registry" | "email-domain" | "cluster" | "uptime-service" | "monitor" | "schedule")[];
            /**
             * @description Whether the scope options show every role or only those the caller holds.
             * @enum {unknown}
             */
            "iam.scope-options-grantable": "held" | "all";
            /**
             * @description Whether acknowledging a resolved incident is refused, or succeeds without changing it.
             * @enum {unknown}
             */
            "oncall.acknowledge-resolved": "refuse" | "ignore";
            /**
             * @description Where the user who acknowledged is shown.
             * @enum {unknown}
             */
            "oncall.acknowledged-by-place": "timeline" | "detail" | "nowhere";
            /**
             * @description Where the title of an incident opened by an alert comes from.
             * @enum {unknown}
             */
            "oncall.alert-incident-title": "summary" | "alertname" | "group-key";
            /**
             * @description Whether a firing alert attaches to an unresolved manual incident of its service or opens an incident of its own.
             * @enum {unknown}
             */
            "oncall.alert-on-manual-incident": "attach" | "open-new";
            /**
             * @description Which incident an alert attaches to when its service has several unresolved ones.
             * @enum {unknown}
             */
            "oncall.attach-to": "newest" | "oldest";
            /**
             * @description Which part of the session is shown as the author.
             * @enum {unknown}
             */
            "oncall.author-label": "name" | "email" | "user-id";
            /**
             * @description Which incidents resolve when the last of their alerts stops firing: all, only unacknowledged ones, or none.
             * @enum {unknown}
             */
            "oncall.auto-resolve": "all" | "unacknowledged" | "none";
            /** @description Seconds without a firing alert after which an incident resolves automatically; 0 means immediately. */
            "oncall.auto-resolve-delay": number;
            /**
             * @description Whether a manual incident with alerts resolves automatically like one opened by an alert.
             * @enum {unknown}
             */
            "oncall.auto-resolve-manual": "resolve" | "keep";
            /**
             * @description Whether a missing phone, or one that is not in E.164 form, is refused: whenever one is given, only when an sms or voice rule needs it, or never.
             * @enum {unknown}
             */
            "oncall.bad-phone": "refuse" | "refuse-when-needed" | "accept";
            /**
             * @description Whether clearing succeeds when no credential is stored.
             * @enum {unknown}
             */
            "oncall.clear-unset": "succeed" | "refuse";
            /**
             * @description What updatedAt holds after clearing: the same as before the first credential, or the time of clearing.
             * @enum {unknown}
             */
            "oncall.cleared-at": "as-never-set" | "time-of-clearing";
            /**
             * @description Whether the response to creating an alert source has lastEventAt.
             * @enum {unknown}
             */
            "oncall.created-source-last-event": "omit" | "include";
            /**
             * @description How a day given for a daily handoff is handled.
             * @enum {unknown}
             */
            "oncall.daily-with-dow": "keep" | "drop" | "refuse";
            /**
             * @description Whether a user who has left the organization is skipped when a step or a delayed notification is due.
             * @enum {unknown}
             */
            "oncall.departed-responders": "pass-over" | "notify";
            /**
             * @description Where the description of a manual incident appears.
             * @enum {unknown}
             */
            "oncall.description-place": "detail" | "timeline" | "incident" | "nowhere";
            /**
             * @description Whether the policy field of a service without a policy is absent or null.
             * @enum {unknown}
             */
            "oncall.detached-policy-shown": "absent" | "null";
            /**
             * @description Whether the detail has the incident's fields next to alerts and timeline, or nested in a field.
             * @enum {unknown}
             */
            "oncall.detail-shape": "flat" | "nested";
            /**
             * @description How days of the week are numbered.
             * @enum {unknown}
             */
            "oncall.dow-numbering": "sunday-0" | "monday-0" | "sunday-1" | "monday-1";
            /**
             * @description Whether a day out of range is refused, or accepted and wrapped around.
             * @enum {unknown}
             */
            "oncall.dow-out-of-range": "refuse" | "wrap";
            /**
             * @description Whether one user may take part in a rotation twice.
             * @enum {unknown}
             */
            "oncall.duplicate-participants": "accept" | "refuse";
            /**
             * @description How duplicate rules are handled.
             * @enum {unknown}
             */
            "oncall.duplicate-rules": "accept" | "refuse" | "merge";
            /**
             * @description Whether a schedule may have no participants.
             * @enum {unknown}
             */
            "oncall.empty-participants": "accept" | "refuse";
            /**
             * @description Whether an empty phone removes the saved one, or is handled like any other text that is not in E.164 form.
             * @enum {unknown}
             */
            "oncall.empty-phone": "removes" | "not-a-phone";
            /**
             * @description How saving no rules is handled: accepted as no notification, refused, or treated as the default.
             * @enum {unknown}
             */
            "oncall.empty-rules": "accept" | "refuse" | "default";
            /**
             * @description Whether a policy may have no steps.
             * @enum {unknown}
             */
            "oncall.empty-steps": "accept" | "refuse";
            /**
             * @description What firingAlerts of a resolved incident shows: the number at resolution, the alerts still firing, or zero.
             * @enum {unknown}
             */
            "oncall.firing-alerts-after-resolve": "freeze" | "follow" | "zero";
            /**
             * @description Whether the time before the first handoff is part of the first participant's shift, or counts as a shift of its own.
             * @enum {unknown}
             */
            "oncall.first-shift": "own-shift" | "joins-next";
            /**
             * @description What a handoff time means on a day when clocks skip or repeat it.
             * @enum {unknown}
             */
            "oncall.handoff-at-clock-change": "compatible" | "earlier" | "later";
            /**
             * @description Which forms of handoff time are accepted; if any is, an impossible one counts as midnight.
             * @enum {unknown}
             */
            "oncall.handoff-time-format": "hours-minutes" | "either" | "hours-minutes-seconds" | "any";
            /**
             * @description Whether a handoff that is changed without a day keeps the old day or loses it.
             * @enum {unknown}
             */
            "oncall.handoff-update-without-dow": "keep" | "reset";
            /** @description Status when acknowledging or resolving is refused because of the incident's state. */
            "oncall.incident-state-status": number;
            /**
             * @description Which deliveries update lastEventAt.
             * @enum {unknown}
             */
            "oncall.last-event-counts": "any-delivery" | "firing-only" | "none";
            /**
             * @description Whether a negative repeat, wait or delay is refused, or accepted and treated as zero.
             * @enum {unknown}
             */
            "oncall.negative-numbers": "refuse" | "as-zero";
            /** @description What lastEventAt holds before the first delivery. */
            "oncall.never-event": string;
            /** @description What updatedAt holds while no credential was ever stored. */
            "oncall.never-set-at": string;
            /**
             * @description Whether a step whose schedule has nobody on call is skipped immediately or waits as usual.
             * @enum {unknown}
             */
            "oncall.nobody-on-call": "skip" | "wait";
            /**
             * @description When onCallNow is present: whenever someone is on call, or never.
             * @enum {unknown}
             */
            "oncall.on-call-now-shown": "when-someone" | "never";
            /**
             * @description Whether an override may be in the past.
             * @enum {unknown}
             */
            "oncall.override-in-past": "accept" | "refuse";
            /**
             * @description How overlapping overrides are handled: refused, or which of them wins.
             * @enum {unknown}
             */
            "oncall.override-overlap": "refuse" | "last-added-wins" | "first-added-wins" | "latest-start-wins";
            /** @description Status when an override is refused because it overlaps another. */
            "oncall.override-overlap-status": number;
            /**
             * @description Whether an override may end at or before its start.
             * @enum {unknown}
             */
            "oncall.override-reversed": "accept" | "refuse";
            /**
             * @description Whether the times of an override are returned as given or normalized.
             * @enum {unknown}
             */
            "oncall.override-time-echo": "as-given" | "normalised";
            /**
             * @description Which forms of time an override accepts, and in which zone a time without an offset is read; if any is accepted, an override that cannot be read is never active.
             * @enum {unknown}
             */
            "oncall.override-time-forms": "iso-with-offset" | "iso-in-schedule-zone" | "iso-in-utc" | "any";
            /**
             * @description Which pages appear in the timeline of an incident.
             * @enum {unknown}
             */
            "oncall.pages-on-timeline": "all" | "failed" | "none";
            /**
             * @description Whether the owner of a token that is narrowed to other services may read and save paging settings with it; they are personal.
             * @enum {unknown}
             */
            "oncall.paging-by-narrowed": "accept" | "refuse";
            /**
             * @description Whether a user's paging settings apply in one organization or in all.
             * @enum {unknown}
             */
            "oncall.paging-scope": "organization" | "user";
            /**
             * @description Whether an override that is over can still be removed.
             * @enum {unknown}
             */
            "oncall.past-override-removed": "accept" | "refuse";
            /**
             * @description Whether past overrides are listed.
             * @enum {unknown}
             */
            "oncall.past-overrides": "list" | "omit";
            /**
             * @description What happens to delayed notifications when someone acknowledges.
             * @enum {unknown}
             */
            "oncall.pending-pages": "cancel" | "send";
            /**
             * @description Whether saving without phone keeps the old one or clears it.
             * @enum {unknown}
             */
            "oncall.phone-omitted-on-save": "keep" | "clear";
            /**
             * @description Whether an incident follows the policy as it was when the incident opened, or as it is now.
             * @enum {unknown}
             */
            "oncall.policy-change-during-walk": "at-opening" | "as-is";
            /**
             * @description Whether an acknowledged incident may be acknowledged again.
             * @enum {unknown}
             */
            "oncall.repeat-acknowledge": "accept" | "refuse";
            /**
             * @description Attaching a policy that is attached already, or detaching where none is.
             * @enum {unknown}
             */
            "oncall.repeat-attach": "accept" | "refuse";
            /** @description Status of attaching or detaching a policy again, where that is refused. */
            "oncall.repeat-attach-status": number;
            /**
             * @description Whether repeat counts all rounds through the steps, or those after the first.
             * @enum {unknown}
             */
            "oncall.repeat-meaning": "further-rounds" | "all-rounds";
            /**
             * @description Whether resolving a resolved incident is accepted without changing it.
             * @enum {unknown}
             */
            "oncall.repeat-resolve": "accept" | "refuse";
            /**
             * @description Whether a repeated acknowledgement or resolution, if accepted, keeps the time and user of the first or replaces them.
             * @enum {unknown}
             */
            "oncall.repeat-time": "keep" | "renew";
            /**
             * @description Whether another notification of a firing alert counts as the same alert or as one more.
             * @enum {unknown}
             */
            "oncall.repeated-alert": "same" | "another";
            /**
             * @description Whether a repeated notification of an alert that is still firing opens a new incident after its incident was resolved manually.
             * @enum {unknown}
             */
            "oncall.repeated-alert-after-resolve": "ignore" | "open-new";
            /**
             * @description Whether resolving an unacknowledged incident also sets acknowledgedAt.
             * @enum {unknown}
             */
            "oncall.resolve-sets-acknowledged": "leave" | "set";
            /**
             * @description Whether resolving without acknowledging stops the escalation.
             * @enum {unknown}
             */
            "oncall.resolve-stops-walk": "stop" | "go-on";
            /**
             * @description Whether a revoked alert source is still listed.
             * @enum {unknown}
             */
            "oncall.revoked-source-listed": "omit" | "list";
            /**
             * @description Whether shifts keep counting or start over when participants, handoff or time zone change.
             * @enum {unknown}
             */
            "oncall.rotation-after-change": "keep-count" | "restart";
            /**
             * @description Time from which shifts are counted.
             * @enum {unknown}
             */
            "oncall.rotation-start": "creation" | "unix-epoch";
            /**
             * @description Whether an sms or voice rule may be saved while the organization has no provider credential.
             * @enum {unknown}
             */
            "oncall.sms-without-credential": "accept" | "refuse";
            /** @description Status when an sms or voice rule is refused because there is no provider credential. */
            "oncall.sms-without-credential-status": number;
            /** @description The status that each value of the incident list's filter asks for. */
            "oncall.status-filter-values": {
                [key: string]: "open" | "acknowledged" | "resolved";
            };
            /** @description Days that a resolved incident stays on status pages; null means forever. */
            "oncall.status-page-days": number | null;
            /**
             * @description Which forms of time zone are accepted; if any is, an unknown one counts as UTC.
             * @enum {unknown}
             */
            "oncall.timezone-forms": "iana" | "iana-and-offset" | "any";
            /** @description Status when a body names a service, policy, schedule or user that does not exist, where that is refused. */
            "oncall.unknown-body-id-status": number;
            /**
             * @description Whether a policy that does not exist may be attached.
             * @enum {unknown}
             */
            "oncall.unknown-policy-attached": "accept" | "refuse";
            /**
             * @description Whether an incident or an alert source can be created for a service that does not exist.
             * @enum {unknown}
             */
            "oncall.unknown-service": "accept" | "refuse";
            /** @description What serviceName holds for an incident whose service is not known. */
            "oncall.unknown-service-name": string;
            /**
             * @description How an unknown or empty value of the status filter is handled.
             * @enum {unknown}
             */
            "oncall.unknown-status-filter": "refuse" | "empty" | "ignore";
            /**
             * @description Whether a step may target a schedule or user that does not exist.
             * @enum {unknown}
             */
            "oncall.unknown-targets": "accept" | "refuse";
            /**
             * @description Whether a rotation or an override may name a user who is not in the organization.
             * @enum {unknown}
             */
            "oncall.unknown-users": "accept" | "refuse";
            /** @description What accountSid and fromNumber hold while no credential is stored. */
            "oncall.unset-credential-text": string;
            /** @description What phone holds when none was saved. */
            "oncall.unset-phone": string;
            /**
             * @description What until means: the end of the shift or override itself, or the next time somebody else is on call for any reason.
             * @enum {unknown}
             */
            "oncall.until": "own-end" | "next-change";
            /**
             * @description Whether waitSeconds is the wait after its step or before it.
             * @enum {unknown}
             */
            "oncall.wait-meaning": "after-step" | "before-step";
            /** @description Maximum number of steps one incident goes through, over all rounds. */
            "oncall.walk-limit": number;
            /**
             * @description How complete the payload must be: only its alerts are needed, or every field of version 4.
             * @enum {unknown}
             */
            "oncall.webhook-payload": "alerts-only" | "version-4";
            /**
             * @description Whether a weekly handoff without a day is refused or gets a default day.
             * @enum {unknown}
             */
            "oncall.weekly-without-dow": "refuse" | "monday" | "sunday" | "day-of-creation";
            /**
             * @description Whether a default day is shown in the response.
             * @enum {unknown}
             */
            "oncall.weekly-without-dow-shown": "show" | "omit";
            /**
             * @description Whether the case of an address is kept.
             * @enum {unknown}
             */
            "organization.address-case": "keep" | "lower";
            /** @description Longest accepted address. */
            "organization.address-length": number;
            /**
             * @description How white space around an address is handled.
             * @enum {unknown}
             */
            "organization.address-trimming": "refuse" | "trim";
            /**
             * @description When a billing address collides at the payment provider: only after an outside event, or also if another organization uses it.
             * @enum {unknown}
             */
            "organization.billing-collision": "outside-event" | "other-organizations";
            /**
             * @description How an empty string for a contact is handled.
             * @enum {unknown}
             */
            "organization.clearing-contact": "refuse" | "clear";
            /**
             * @description Who may read the contacts.
             * @enum {unknown}
             */
            "organization.contact-readers": "members" | "managers";
            /**
             * @description How an unusual address is handled, such as one without a dot in the domain, or with two in a row.
             * @enum {unknown}
             */
            "organization.odd-address": "refuse" | "accept";
            /**
             * @description Whether one address may serve as several contacts.
             * @enum {unknown}
             */
            "organization.shared-address": "accept" | "refuse";
            /**
             * @description Whether an unchanged billing address is checked for a collision again.
             * @enum {unknown}
             */
            "organization.unchanged-billing": "skip" | "check";
            /** @description Address shown for a contact that was never set, with {organization} for the slug; the field is required in responses. */
            "organization.unset-contact": string;
            /**
             * @description Display name of a registry created without one.
             * @enum {unknown}
             */
            "registry.default-display-name": "slug" | "empty";
            /** @description Storage quota of a new registry. */
            "registry.default-quota-bytes": number;
            /** @description Region of a registry created without one. */
            "registry.default-region": string;
            /**
             * @description Deleting a registry without repositories that still has keys, rules or upstream credentials.
             * @enum {unknown}
             */
            "registry.delete-with-leftovers": "cascade" | "refuse";
            /**
             * @description What happens to keys issued by a rule when the rule is deleted.
             * @enum {unknown}
             */
            "registry.deleted-rule-keys": "keep" | "revoke";
            /**
             * @description Whether the slug of a deleted registry can be used again.
             * @enum {unknown}
             */
            "registry.deleted-slug": "free" | "held" | "held-for-others";
            /**
             * @description Creating a rule with the issuer, audience and subject pattern of another: a second rule; a refusal; or, if all else is equal too, the rule that is there.
             * @enum {unknown}
             */
            "registry.duplicate-oidc-rule": "accept" | "refuse" | "same";
            /**
             * @description What happens to a repository when its last manifest is deleted.
             * @enum {unknown}
             */
            "registry.emptied-repository": "stays" | "goes";
            /**
             * @description When a registry counts as empty.
             * @enum {unknown}
             */
            "registry.empty-means": "no-repositories" | "no-manifests";
            /**
             * @description What an empty list of prefixes means when a key or rule is created.
             * @enum {unknown}
             */
            "registry.empty-prefixes": "unrestricted" | "nothing" | "refuse";
            /**
             * @description Whether a token for several audiences matches a rule that names one of them.
             * @enum {unknown}
             */
            "registry.exchange-audience": "any-of" | "only";
            /**
             * @description Exchanging an ID token that has expired.
             * @enum {unknown}
             */
            "registry.exchange-expired-token": "accept" | "refuse";
            /** @description Lifetime of a key from the exchange. */
            "registry.exchange-key-lifetime-seconds": number;
            /**
             * @description Name of a key from the exchange.
             * @enum {unknown}
             */
            "registry.exchange-key-name": "rule-name" | "subject";
            /** @description Status of an exchange that no rule allows. */
            "registry.exchange-refusal-status": number;
            /**
             * @description Which rule applies when several match a token.
             * @enum {unknown}
             */
            "registry.exchange-several-rules": "oldest" | "newest" | "widest";
            /**
             * @description Whether an expired key stays in the list.
             * @enum {unknown}
             */
            "registry.expired-key-listed": "listed" | "gone";
            /**
             * @description How a push that would exceed the storage quota is handled.
             * @enum {unknown}
             */
            "registry.full": "accept" | "refuse";
            /** @description Time until freed blobs no longer count towards usage. */
            "registry.garbage-collection-seconds": number;
            /** @description Host name of the data plane. */
            "registry.host": string;
            /** @description Keys for checking the signature of an ID token: a JWK set (RFC 7517) for each issuer. */
            "registry.issuer-keys": {
                [key: string]: {
                    keys: {
                        kty: string;
                    }[];
                };
            };
            /**
             * @description How an ID token is handled if its issuer's keys are unknown, so that it cannot be verified.
             * @enum {unknown}
             */
            "registry.issuer-without-keys": "refuse" | "believe";
            /** @description Lifetime of a key minted by hand; null means that it does not expire and has no expiresAt. */
            "registry.key-lifetime-seconds": number | null;
            /**
             * @description Username that goes with a registry key, whose secret is the password.
             * @enum {unknown}
             */
            "registry.key-username": "key-id" | "name" | "any";
            /**
             * @description When lastUsedAt of a key is updated.
             * @enum {unknown}
             */
            "registry.last-used-at": "every-use" | "allowed-use" | "never";
            /**
             * @description Which field of the response is the keyId of a login credential; the contract does not name one. With extra-field it is a further field keyId, with extra-id a further field id.
             * @enum {unknown}
             */
            "registry.login-key-id": "username" | "extra-field" | "extra-id";
            /**
             * @description Mode of a login credential without pullOnly: readwrite for whoever may change the registry, for whoever administers it, or for everybody.
             * @enum {unknown}
             */
            "registry.login-mode": "by-permission" | "by-admin-permission" | "readwrite";
            /**
             * @description What the registry field of a login credential holds when it is narrowed to one registry.
             * @enum {unknown}
             */
            "registry.login-registry-narrowed": "slug" | "host";
            /** @description What the required registry field of a login credential holds when it is for all registries. */
            "registry.login-registry-unnarrowed": string;
            /** @description Status of narrowing a login credential to a registry that does not exist or is out of reach. */
            "registry.login-unknown-registry-status": number;
            /**
             * @description Minting a login credential with registry permission in an organization that has no registry; refusing is 403.
             * @enum {unknown}
             */
            "registry.login-without-registries": "empty-scope" | "refuse";
            /**
             * @description What sizeBytes of a manifest measures.
             * @enum {unknown}
             */
            "registry.manifest-size-bytes": "manifest" | "image";
            /** @description What the required repoPrefixes shows for a key or rule created without any. */
            "registry.no-prefixes-shown": string[];
            /** @description Accepted values of purge that do not request purging. */
            "registry.no-purge-values": string[];
            /** @description Status of deleting a registry that is not empty. */
            "registry.not-empty-status": number;
            /** @description URI schemes that an issuer may have. */
            "registry.oidc-issuer-schemes": string[];
            /** @description Name of a rule created without one; it is required in responses. */
            "registry.oidc-rule-default-name": string;
            /**
             * @description How any other value of purge is handled.
             * @enum {unknown}
             */
            "registry.other-purge-value": "ignore" | "refuse";
            /**
             * @description What happens to existing registries when the payment method is removed.
             * @enum {unknown}
             */
            "registry.payment-lapsed": "keep" | "pull-only";
            /** @description Status of creating a registry without an active payment method. */
            "registry.payment-status": number;
            /**
             * @description How a prefix is compared with a repository name.
             * @enum {unknown}
             */
            "registry.prefix-matching": "characters" | "path-segments";
            /**
             * @description Which kind of purging needs the admin tier.
             * @enum {unknown}
             */
            "registry.purge-admin": "always" | "last-tag";
            /** @description Name of the admin-tier permission that purging needs. */
            "registry.purge-permission": string;
            /** @description Values of purge that request purging; the contract only mentions true. */
            "registry.purge-values": string[];
            /** @description Value of purged when purging was requested and the image has other tags. */
            "registry.purged-tags-remain": boolean;
            /**
             * @description Whether mode readwrite covers deleting on the data plane.
             * @enum {unknown}
             */
            "registry.readwrite-deletes": "allowed" | "denied";
            /** @description Regions that a registry can be in. */
            "registry.regions": string[];
            /**
             * @description Revoking a key a second time.
             * @enum {unknown}
             */
            "registry.repeat-revoke-key": "accept" | "refuse";
            /**
             * @description Revoking a login credential a second time.
             * @enum {unknown}
             */
            "registry.repeat-revoke-login": "accept" | "refuse";
            /**
             * @description What an accepted second revocation does to revokedAt.
             * @enum {unknown}
             */
            "registry.repeat-revoke-time": "keep" | "renew";
            /**
             * @description What setting an upstream credential again does to createdAt.
             * @enum {unknown}
             */
            "registry.replaced-credential-time": "keep" | "renew";
            /**
             * @description How sizeBytes of a repository counts a blob that several of its images share.
             * @enum {unknown}
             */
            "registry.repository-size": "distinct-blobs" | "sum-of-images";
            /** @description Reserved slugs. */
            "registry.reserved-slugs": string[];
            /**
             * @description Revoking a key that has expired.
             * @enum {unknown}
             */
            "registry.revoke-expired-key": "accept" | "refuse";
            /**
             * @description Revoking a login credential that has expired.
             * @enum {unknown}
             */
            "registry.revoke-expired-login": "accept" | "refuse";
            /**
             * @description Revoking a login credential that another member minted.
             * @enum {unknown}
             */
            "registry.revoke-others-login": "accept" | "refuse";
            /**
             * @description Whether a revoked key stays in the list, showing revokedAt.
             * @enum {unknown}
             */
            "registry.revoked-key-listed": "listed" | "gone";
            /**
             * Format: regex
             * @description Pattern that a slug must match.
             */
            "registry.slug-format": string;
            /**
             * @description How a subject pattern is read.
             * @enum {unknown}
             */
            "registry.subject-pattern-language": "exact" | "star-any" | "star-segment" | "regex";
            /**
             * @description What manifestSize of a tag measures.
             * @enum {unknown}
             */
            "registry.tag-manifest-size": "manifest" | "image";
            /**
             * @description Deleting a tag, an image or a repository that is not there.
             * @enum {unknown}
             */
            "registry.unknown-content-deleted": "accept" | "refuse";
            /**
             * @description Creating a registry in a region that is not offered.
             * @enum {unknown}
             */
            "registry.unknown-region": "accept" | "refuse";
            /**
             * @description Listing tags or manifests of a repository that does not exist.
             * @enum {unknown}
             */
            "registry.unknown-repository-list": "empty" | "refuse";
            /** @description Status of setting a credential for a host that is not in the catalog. */
            "registry.unknown-upstream-status": number;
            /** @description The upstreams of the catalog. */
            "registry.upstreams": {
                endpoint: string;
                host: string;
            }[];
            /**
             * @description How often usedBytes counts a blob that several repositories share.
             * @enum {unknown}
             */
            "registry.usage-sharing": "once" | "per-repository";
            /** @description Size of the layer of a pushed image that does not list its layers. */
            "registry.usual-layer-bytes": number;
            /** @description Size of the manifest of a pushed image that does not give it. */
            "registry.usual-manifest-bytes": number;
            /**
             * @description Whether a scope is limited to the roles its owner holds, as it is to resources.
             * @enum {unknown}
             */
            "tokens.beyond-owner-roles": "roles-and-resources" | "resources";
            /** @description Status when a scope names a resource that its owner cannot see, or that does not exist. */
            "tokens.beyond-owner-status": number;
            /** @description Lifetime of a token without expiresIn, in the unit of expiresIn. */
            "tokens.default-lifetime": number;
            /**
             * @description Whether a token can be disabled and enabled by other means than the API.
             * @enum {unknown}
             */
            "tokens.disabling": "reversible" | "final" | "never";
            /**
             * @description What an empty scope means, compared with no scope.
             * @enum {unknown}
             */
            "tokens.empty-scope": "unrestricted" | "nothing" | "refuse";
            /** @description What enabled shows once a token has expired. */
            "tokens.enabled-when-expired": boolean;
            /**
             * @description Whether an expired token stays in the list.
             * @enum {unknown}
             */
            "tokens.expired-listed": "keep" | "drop";
            /**
             * @description How an expiresIn of zero or less is handled.
             * @enum {unknown}
             */
            "tokens.expires-in-below-one": "refuse" | "never-expires" | "expires-at-once";
            /** @description Largest accepted expiresIn. */
            "tokens.expires-in-maximum": number;
            /** @description Smallest accepted expiresIn, above zero. */
            "tokens.expires-in-minimum": number;
            /**
             * @description Whether a token without expiresIn never expires or gets a default lifetime.
             * @enum {unknown}
             */
            "tokens.expires-in-omitted": "default-lifetime" | "never-expires";
            /**
             * @description Unit of expiresIn.
             * @enum {unknown}
             */
            "tokens.expires-in-unit": "seconds" | "minutes" | "hours" | "days";
            /** @description Prefix of every key. */
            "tokens.key-prefix": string;
            /**
             * @description Whether a caller who uses a personal token sees all their tokens or only that one.
             * @enum {unknown}
             */
            "tokens.listed-for-token": "all" | "itself";
            /**
             * @description Whether the list shows the caller's tokens of all organizations or of the acting one.
             * @enum {unknown}
             */
            "tokens.listed-organizations": "all" | "acting";
            /**
             * @description Whether a personal token may create another, and what that one may do.
             * @enum {unknown}
             */
            "tokens.mint-with-token": "within-own-scope" | "refuse" | "as-owner";
            /**
             * @description What lastRequest, required and a date-time, holds for a token that was never used.
             * @enum {unknown}
             */
            "tokens.never-used": "created-at" | "epoch";
            /**
             * Format: date-time
             * @description What expiresAt, required and a date-time, holds for a token that never expires.
             */
            "tokens.no-expiry": string;
            /**
             * @description Whether a token can do no more than its owner once the owner's grants are others than when it was created, or keeps to what they were.
             * @enum {unknown}
             */
            "tokens.owner-limited-later": "follows-owner" | "as-created";
            /**
             * @description How a role that appears twice in a scope is handled.
             * @enum {unknown}
             */
            "tokens.repeated-role": "merge" | "keep" | "refuse";
            /**
             * @description How a scope entry whose resource belongs to another service than its role is handled.
             * @enum {unknown}
             */
            "tokens.resource-elsewhere": "refuse" | "accept";
            /**
             * @description What a scope entry with empty resourceIds covers, compared with one without.
             * @enum {unknown}
             */
            "tokens.resource-ids-empty": "all" | "none" | "refuse";
            /**
             * @description How resourceIds for a role that is not scopable are handled.
             * @enum {unknown}
             */
            "tokens.resource-ids-unscopable": "refuse" | "ignore";
            /** @description Number of leading characters of the key that the start field shows. */
            "tokens.start": number;
            /** @description Status when a scope names a role that does not exist. */
            "tokens.unknown-role-status": number;
            /**
             * @description What scope shows for a token that is not narrowed.
             * @enum {unknown}
             */
            "tokens.unrestricted-shown": "empty" | "owner-role" | "owner-grants";
            /**
             * @description Whether targets at private and loopback addresses are allowed.
             * @enum {unknown}
             */
            "uptime.admissible-targets": "public-only" | "any";
            /**
             * @description What attempt counts: failures in a row at the vantage, or tries within one check (always one here).
             * @enum {unknown}
             */
            "uptime.attempt-meaning": "in-a-row" | "within-check";
            /**
             * @description Which operations fail when the backend is unreachable: all, or all but those on export tokens.
             * @enum {unknown}
             */
            "uptime.backend-needed": "all" | "all-but-export-tokens";
            /** @description Status when the backend refuses interval, vantages or target of a monitor. */
            "uptime.backend-validation-status": number;
            /**
             * @description Whether text that is not base64 is accepted in a base64 field.
             * @enum {unknown}
             */
            "uptime.bad-base64": "accept" | "refuse";
            /** @description Check intervals in the catalog, in seconds. */
            "uptime.catalog-intervals": number[];
            /** @description Probe vantages; those with available false are in the catalog but refused on writes. */
            "uptime.catalog-vantages": {
                available: boolean;
                id: string;
                label: string;
            }[];
            /**
             * @description Whether a monitor may be created without the check of its kind.
             * @enum {unknown}
             */
            "uptime.check-missing": "accept" | "refuse";
            /**
             * @description How the check of the other kind is handled.
             * @enum {unknown}
             */
            "uptime.check-of-other-kind": "refuse" | "drop" | "keep";
            /**
             * @description Whether confirmations or a quorum below one are accepted.
             * @enum {unknown}
             */
            "uptime.condition-below-one": "accept" | "refuse";
            /**
             * @description Whether confirmations counts all failures in a row, or those after the first.
             * @enum {unknown}
             */
            "uptime.confirmations-meaning": "all-failures" | "after-first";
            /**
             * @description Which monitors count towards the quota: existing ones, deleted ones too, or only enabled ones.
             * @enum {unknown}
             */
            "uptime.counted-in-quota": "existing" | "existing-and-deleted" | "enabled";
            /**
             * @description Whether the response to creating an export token has lastUsedAt.
             * @enum {unknown}
             */
            "uptime.created-token-last-used": "omit" | "include";
            /** @description Confirmations of a monitor created without a down condition. */
            "uptime.default-confirmations": number;
            /** @description Whether a monitor created without enabled is on. */
            "uptime.default-enabled": boolean;
            /** @description Quorum of a monitor created without a down condition. */
            "uptime.default-quorum": number;
            /** @description timeoutMs of a monitor created without it. */
            "uptime.default-timeout-ms": number;
            /**
             * @description Window of metrics when the query has none.
             * @enum {unknown}
             */
            "uptime.default-window": "1h" | "24h" | "7d";
            /**
             * @description Whether metrics, failures and transitions of a deleted monitor can still be read.
             * @enum {unknown}
             */
            "uptime.deleted-history": "gone" | "readable";
            /**
             * @description Whether disabled monitors count as monitors of their service, in its monitors field and when it is deleted.
             * @enum {unknown}
             */
            "uptime.disabled-attached": "count" | "ignore";
            /**
             * @description How a vantage named twice is handled.
             * @enum {unknown}
             */
            "uptime.duplicate-vantages": "refuse" | "accept" | "merge";
            /** @description What errorDetail and responseSnippet contain when there is nothing to report. */
            "uptime.empty-failure-text": string;
            /**
             * @description Whether an empty serviceId detaches the monitor, or is an unknown service.
             * @enum {unknown}
             */
            "uptime.empty-service-id": "no-service" | "unknown";
            /**
             * @description Whether a monitor may have no vantages.
             * @enum {unknown}
             */
            "uptime.empty-vantages": "accept" | "refuse";
            /**
             * @description Whether the outcome error counts towards down like fail does.
             * @enum {unknown}
             */
            "uptime.error-counts-as-failure": "count" | "ignore";
            /** @description errorKind of a failure or an error when the probe's result does not name one. */
            "uptime.error-kinds": {
                error: string;
                fail: string;
            };
            /**
             * @description What an entry of expectStatus may be.
             * @enum {unknown}
             */
            "uptime.expect-status-syntax": "anything" | "codes" | "codes-and-classes" | "codes-classes-ranges";
            /**
             * @description What failingVantages holds in a transition that is not to down.
             * @enum {unknown}
             */
            "uptime.failing-vantages-on-recovery": "still-failing" | "none" | "failed-before";
            /**
             * @description Whether the change from pending is recorded as a transition.
             * @enum {unknown}
             */
            "uptime.first-state-is-transition": "record" | "skip";
            /**
             * @description Whether a header value other than a string is accepted.
             * @enum {unknown}
             */
            "uptime.header-values": "accept" | "refuse";
            /**
             * @description How a kind in a PATCH is handled: refused, refused if it differs, or ignored; the kind never changes.
             * @enum {unknown}
             */
            "uptime.kind-in-patch": "refuse" | "refuse-other" | "ignore";
            /**
             * @description Whether lastUsedAt of an export token is recorded.
             * @enum {unknown}
             */
            "uptime.last-used-at": "kept" | "never";
            /**
             * @description How the latencies of one step are aggregated.
             * @enum {unknown}
             */
            "uptime.latency-aggregate": "mean" | "median" | "maximum";
            /**
             * @description Value of latencyMs if every probe of a step failed.
             * @enum {unknown}
             */
            "uptime.latency-of-failed-probe": "zero" | "timeout" | "no-point";
            /** @description How latencies for which none is given vary around the usual one: by monitor, by vantage, over the day (slowest at a busiest hour, UTC) and from probe to probe, as shares of it; and what is added after a failure, which halves with the minutes given. */
            "uptime.latency-variation": {
                afterFailure: number;
                busiestHour: number;
                day: number;
                monitor: number;
                noise: number;
                recoveryMinutes: number;
                vantage: number;
            };
            /** @description Maximum number of monitors of an organization. */
            "uptime.monitor-quota": number;
            /** @description What lastUsedAt holds before the first scrape. */
            "uptime.never-used": string;
            /**
             * @description Whether a header that is invalid in HTTP (its name, or a line break in its value) is accepted.
             * @enum {unknown}
             */
            "uptime.odd-headers": "accept" | "refuse";
            /**
             * @description Whether a tcp check whose host is neither a host name nor an address is accepted.
             * @enum {unknown}
             */
            "uptime.odd-hosts": "accept" | "refuse";
            /**
             * @description Whether http or tcp in a PATCH is merged into the check or replaces it.
             * @enum {unknown}
             */
            "uptime.patch-check": "merge" | "replace";
            /**
             * @description Whether stateSince is absent or a time while a monitor is pending.
             * @enum {unknown}
             */
            "uptime.pending-since": "absent" | "time";
            /**
             * @description Whether a pending monitor can become down without having been up.
             * @enum {unknown}
             */
            "uptime.pending-to-down": "directly" | "via-up";
            /**
             * @description What org in the response to ping contains.
             * @enum {unknown}
             */
            "uptime.ping-org": "slug" | "name";
            /** @description What service in the response to ping contains. */
            "uptime.ping-service": string;
            /**
             * @description Order of the points of a series.
             * @enum {unknown}
             */
            "uptime.points-order": "oldest-first" | "newest-first";
            /**
             * @description Whether a port outside 1 to 65535 is accepted.
             * @enum {unknown}
             */
            "uptime.port-out-of-range": "accept" | "refuse";
            /**
             * @description Whether a quorum above the number of vantages is accepted.
             * @enum {unknown}
             */
            "uptime.quorum-above-vantages": "accept" | "refuse";
            /**
             * @description Whether a monitor is down when as many vantages as the quorum fail, or only when more do.
             * @enum {unknown}
             */
            "uptime.quorum-meaning": "at-least" | "more-than";
            /** @description Maximum number of recent failures that are listed. */
            "uptime.recent-failures": number;
            /**
             * @description When a down monitor is up again.
             * @enum {unknown}
             */
            "uptime.recovery-rule": "condition-ceases" | "all-vantages-succeed" | "confirmed-successes";
            /**
             * @description Whether a service may be renamed to its current name.
             * @enum {unknown}
             */
            "uptime.rename-to-own-name": "accept" | "refuse";
            /**
             * @description Whether a revoked export token is still listed.
             * @enum {unknown}
             */
            "uptime.revoked-token-listed": "omit" | "list";
            /** @description Value of schemaEpoch. */
            "uptime.schema-epoch": string;
            /** @description Names of the scraped metrics for up, latency and state. */
            "uptime.scrape-metric-names": {
                latency: string;
                state: string;
                up: string;
            };
            /**
             * @description Whether a scrape is refused when the organization is not enabled.
             * @enum {unknown}
             */
            "uptime.scrape-without-entitlement": "refuse" | "serve";
            /**
             * @description How a vantage without data appears in the series.
             * @enum {unknown}
             */
            "uptime.series-without-data": "no-series" | "empty-points";
            /** @description Length in characters to which a snippet is cut when captured. */
            "uptime.snippet-length": number;
            /**
             * @description What is kept when the check, vantages or condition change: the state and the failures counted so far, only the state, or nothing.
             * @enum {unknown}
             */
            "uptime.state-after-change": "state-and-counts" | "state" | "nothing";
            /**
             * @description What state a monitor has when it is switched on again.
             * @enum {unknown}
             */
            "uptime.state-after-enabling": "keep" | "pending";
            /**
             * @description When state is present: always, after the first probe, or never.
             * @enum {unknown}
             */
            "uptime.state-shown": "always" | "once-known" | "never";
            /**
             * @description What state a disabled monitor shows.
             * @enum {unknown}
             */
            "uptime.state-while-disabled": "keep" | "pending" | "absent";
            /** @description stepSeconds of each window. */
            "uptime.step-seconds": {
                "1h": number;
                "7d": number;
                "24h": number;
            };
            /**
             * @description Format of t in a point.
             * @enum {unknown}
             */
            "uptime.t-unit": "unix-seconds" | "unix-milliseconds";
            /**
             * @description Which timeouts are accepted: those within the interval, all above zero, or any.
             * @enum {unknown}
             */
            "uptime.timeout-bounds": "within-interval" | "positive" | "any";
            /** @description Status when a monitor is written with a service that does not exist: 404 as unknown service, or a validation status. */
            "uptime.unknown-service-status": number;
            /** @description Status of revoking an export token that is revoked already. */
            "uptime.unknown-token-status": number;
            /**
             * @description Result of a due probe for which no outside event sets one: success, or failure again at a vantage with a confirmed failure; always success; or none. A vantage with an unconfirmed failure always waits for an outside event.
             * @enum {unknown}
             */
            "uptime.unprompted-probe": "continue" | "success" | "nothing";
            /**
             * @description When a pending monitor is up: when one vantage succeeded, or all of them.
             * @enum {unknown}
             */
            "uptime.up-rule": "first-success" | "all-vantages";
            /**
             * @description Whether up is the share of successful probes in a step, or 1 only if all succeeded.
             * @enum {unknown}
             */
            "uptime.up-values": "share" | "all-or-nothing";
            /**
             * @description What updates updatedAt: every write, only writes that change something, or also state changes.
             * @enum {unknown}
             */
            "uptime.updated-at": "writes" | "changes" | "changes-and-states";
            /**
             * @description Keys of uptimePct.
             * @enum {unknown}
             */
            "uptime.uptime-pct-keys": "vantage-id" | "vantage-label";
            /**
             * @description Values of uptimePct.
             * @enum {unknown}
             */
            "uptime.uptime-pct-values": "percentage" | "fraction" | "percentage-text";
            /**
             * @description Value of uptimePct for a vantage without data.
             * @enum {unknown}
             */
            "uptime.uptime-pct-without-data": "omit" | "zero" | "hundred" | "missing-value";
            /** @description URL schemes that an http check may have. */
            "uptime.url-schemes": string[];
            /** @description Usual latency of a probe for which none is given. */
            "uptime.usual-latency-ms": number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export type GapValues = components['schemas']['GapValues']
export type GapId = keyof GapValues
export type ChecklistId =
  | 'CLU-01'
  | 'CLU-02'
  | 'CLU-03'
  | 'CLU-04'
  | 'CLU-05'
  | 'CLU-06'
  | 'CLU-07'
  | 'CLU-08'
  | 'CLU-09'
  | 'CLU-10'
  | 'CLU-11'
  | 'CLU-12'
  | 'CLU-13'
  | 'CLU-14'
  | 'CLU-16'
  | 'EML-01'
  | 'EML-02'
  | 'EML-03'
  | 'EML-04'
  | 'EML-05'
  | 'EML-06'
  | 'EML-07'
  | 'EML-08'
  | 'EML-09'
  | 'EML-10'
  | 'EML-11'
  | 'EML-12'
  | 'EML-13'
  | 'EML-14'
  | 'EML-15'
  | 'EML-16'
  | 'EML-17'
  | 'EML-18'
  | 'EML-20'
  | 'EML-21'
  | 'GEN-01'
  | 'GEN-02'
  | 'GEN-03'
  | 'GEN-04'
  | 'GEN-05'
  | 'GEN-06'
  | 'GEN-07'
  | 'GEN-08'
  | 'GEN-09'
  | 'IAM-01'
  | 'IAM-02'
  | 'IAM-03'
  | 'IAM-04'
  | 'IAM-05'
  | 'LIM-01'
  | 'LIM-02'
  | 'LIM-03'
  | 'ONC-01'
  | 'ONC-02'
  | 'ONC-03'
  | 'ONC-04'
  | 'ONC-05'
  | 'ONC-06'
  | 'ONC-07'
  | 'ONC-08'
  | 'ONC-09'
  | 'ONC-10'
  | 'ONC-11'
  | 'ONC-12'
  | 'ONC-13'
  | 'ONC-14'
  | 'ONC-15'
  | 'ONC-16'
  | 'ONC-17'
  | 'ONC-18'
  | 'ONC-19'
  | 'ONC-20'
  | 'ORG-01'
  | 'ORG-02'
  | 'ORG-03'
  | 'REG-01'
  | 'REG-02'
  | 'REG-03'
  | 'REG-04'
  | 'REG-05'
  | 'REG-06'
  | 'REG-07'
  | 'REG-08'
  | 'REG-09'
  | 'REG-10'
  | 'REG-11'
  | 'REG-12'
  | 'REG-13'
  | 'REG-14'
  | 'REG-15'
  | 'REG-16'
  | 'REG-17'
  | 'REG-18'
  | 'REG-19'
  | 'REG-20'
  | 'REG-21'
  | 'REG-22'
  | 'REG-23'
  | 'REG-24'
  | 'TOK-01'
  | 'TOK-02'
  | 'TOK-03'
  | 'TOK-04'
  | 'TOK-05'
  | 'TOK-06'
  | 'UPT-01'
  | 'UPT-02'
  | 'UPT-03'
  | 'UPT-04'
  | 'UPT-05'
  | 'UPT-06'
  | 'UPT-07'
  | 'UPT-08'
  | 'VER-01'
