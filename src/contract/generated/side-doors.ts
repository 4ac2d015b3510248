// Derived from spec/ by `npm run generate`. Do not edit.
export interface paths {
    "/api/v1/cluster-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The catalog of orchestrator versions
         * @description The versions a cluster can be created with or upgraded to, oldest first.
         */
        get: operations["listClusterVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{name}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A node joins
         * @description Called by a node's agent with a join token or a registration token. The token is the only credential. A join token can be used once; a registration token stays valid.
         */
        post: operations["joinNode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message
         * @description Accepts a message from the holder of a send key, who presents the key's secret as a bearer token. The key may be limited to some domains; pause, daily quota and suppressions apply here.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/alert-sources/{id}/webhook": {
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
        /**
         * Take alerts from Alertmanager
         * @description Accepts Alertmanager's webhook payload, with the token of the source. Firing alerts attach to the incident of the source's service, or open one; unknown fields are ignored.
         */
        post: operations["receiveAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List on-call services
         * @description The services that incidents, alert sources and status pages belong to.
         */
        get: operations["listOncallServices"];
        put?: never;
        /**
         * Create an on-call service
         * @description A service that incidents can be opened on. It starts without an escalation policy, so it pages nobody.
         */
        post: operations["createOncallService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oncall/status-pages/{serviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The on-call service whose page it is. */
                serviceId: string;
            };
            cookie?: never;
        };
        /**
         * A service's status page
         * @description Incidents of the service that have a published update, each with its updates. Nothing of the internal timeline.
         */
        get: operations["getStatusPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/data-plane/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a login on the data plane
         * @description Checks whether a username and password may pull from, push to or delete in a repository. It replaces the request of an image client, and counts as a use of the credential.
         */
        post: operations["authorizeDataPlane"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/oidc/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trade an ID token for a registry key
         * @description Exchanges an ID token of a CI job. If its issuer, audience and subject match an access rule of the registry, the response is a short-lived key with the rule's mode and prefixes. The ID token is the only credential.
         */
        post: operations["exchangeOidcToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uptime/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scrape the organization's metrics
         * @description The monitors of the token's organization in the text format that Prometheus reads.
         */
        get: operations["scrapeMetrics"];
        put?: never;
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
        /** @description One alert in a notification. */
        AlertmanagerAlert: {
            /** @description Annotations of the alert, for people. */
            annotations?: {
                [key: string]: string;
            };
            /** @description The zero time while the alert fires. */
            endsAt?: string;
            /** @description If omitted, the labels identify the alert. */
            fingerprint?: string;
            /** @description URL of the cause of the alert. */
            generatorURL?: string;
            /** @description Labels of the alert, which identify it. */
            labels: {
                [key: string]: string;
            };
            /** @description When the alert began to fire. */
            startsAt?: string;
            /**
             * @description Whether the alert is firing or resolved.
             * @enum {string}
             */
            status: "firing" | "resolved";
        };
        /** @description Alertmanager's webhook payload, version 4. Only fields that are used are required; more are allowed. */
        AlertmanagerNotification: {
            /** @description The alerts of the group. */
            alerts: components["schemas"]["AlertmanagerAlert"][];
            /** @description Annotations that all the alerts have. */
            commonAnnotations?: {
                [key: string]: string;
            };
            /** @description Labels that all the alerts have. */
            commonLabels?: {
                [key: string]: string;
            };
            /** @description URL of this Alertmanager. */
            externalURL?: string;
            /** @description Key of the group of alerts. */
            groupKey?: string;
            /** @description Labels that the alerts were grouped by. */
            groupLabels?: {
                [key: string]: string;
            };
            /** @description Name of the receiver in Alertmanager's configuration. */
            receiver?: string;
            /**
             * @description Whether any alert of the group still fires.
             * @enum {string}
             */
            status?: "firing" | "resolved";
            /** @description How many alerts were left out because of a limit. */
            truncatedAlerts?: number;
            /** @description Version of the payload; Alertmanager sends 4. */
            version?: string;
        };
        /** @description The body of every error answer (Conventions; Errors). Its text and any codes are open. */
        Error: {
            /** @description A human-readable error message; the wording is open. */
            error: string;
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
        /** @description Our shape; the contract shows none. What is required is what a reader needs to understand a page of another shape. */
        StatusPage: {
            /** @description The incidents that are visible to the public. */
            incidents: {
                /** @description Id of the incident. */
                id: string;
                /** @description When it was opened. */
                openedAt?: string;
                /** @description When it was resolved; absent until then. */
                resolvedAt?: string;
                /**
                 * @description Status of the incident.
                 * @enum {string}
                 */
                status?: "open" | "acknowledged" | "resolved";
                /** @description Short description of the problem. */
                title?: string;
                /** @description Published updates. */
                updates: components["schemas"]["PublicUpdate"][];
            }[];
            /** @description Id of the service that the page is about. */
            serviceId?: string;
            /** @description Name of that service. */
            serviceName?: string;
        };
    };
    responses: {
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
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listClusterVersions: {
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
                     *       "versions": [
                     *         {
                     *           "version": "1.31.8",
                     *           "default": false
                     *         },
                     *         {
                     *           "version": "1.32.4",
                     *           "default": false
                     *         },
                     *         {
                     *           "version": "1.33.1",
                     *           "default": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The versions that clusters can run. Which these are is open. */
                        versions: {
                            /** @description Whether a cluster created without a version gets this one. */
                            default: boolean;
                            /** @description The version, as clusters name it. */
                            version: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["Unauthenticated"];
        };
    };
    joinNode: {
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
                 *       "token": "jt_7c1e9a42b0d64f8c9e13",
                 *       "node": "worker-3",
                 *       "agentVersion": "1.32.4"
                 *     }
                 */
                "application/json": {
                    /** @description The version of the agent; a gap decides if omitted. */
                    agentVersion?: string;
                    /** @description The node's name. */
                    node: string;
                    /** @description A join token or a registration token of this cluster. */
                    token: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The node is in, though perhaps not ready yet. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "worker-3",
                     *       "ready": false,
                     *       "agentVersion": "1.32.4"
                     *     }
                     */
                    "application/json": components["schemas"]["Node"];
                };
            };
            /** @description The token is unknown, spent, expired, switched off or revoked. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "this token cannot be used"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendMessage: {
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
                 *       "from": "orders@mail.acme.example",
                 *       "to": [
                 *         "kim@customer.example"
                 *       ],
                 *       "subject": "Your order is on its way",
                 *       "text": "It left our warehouse this afternoon."
                 *     }
                 */
                "application/json": {
                    /** @description Addresses of those who get a copy. */
                    cc?: string[];
                    /** @description An address at a domain of the organization. */
                    from: string;
                    /** @description The subject. */
                    subject?: string;
                    /** @description The text of the message. */
                    text?: string;
                    /** @description Addresses of the recipients. */
                    to: string[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The message is accepted; the log has it under this id. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "msg_81c"
                     *     }
                     */
                    "application/json": {
                        /** @description Id of the accepted message. */
                        id: string;
                    };
                };
            };
        };
    };
    receiveAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The alert source's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "4",
                 *       "groupKey": "{}:{alertname=\"PaymentErrors\"}",
                 *       "truncatedAlerts": 0,
                 *       "status": "firing",
                 *       "receiver": "oncall",
                 *       "groupLabels": {
                 *         "alertname": "PaymentErrors"
                 *       },
                 *       "commonLabels": {
                 *         "alertname": "PaymentErrors",
                 *         "severity": "critical"
                 *       },
                 *       "commonAnnotations": {
                 *         "summary": "Payments fail"
                 *       },
                 *       "externalURL": "http://alertmanager.acme.example",
                 *       "alerts": [
                 *         {
                 *           "status": "firing",
                 *           "labels": {
                 *             "alertname": "PaymentErrors",
                 *             "severity": "critical",
                 *             "instance": "pay-1"
                 *           },
                 *           "annotations": {
                 *             "summary": "Payments fail"
                 *           },
                 *           "startsAt": "2026-03-05T06:41:30Z",
                 *           "endsAt": "0001-01-01T00:00:00Z",
                 *           "generatorURL": "http://prometheus.acme.example/graph",
                 *           "fingerprint": "9c1a70be4d2f6e13"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AlertmanagerNotification"];
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The alerts are accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The source is revoked, or the token is not its token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "this alert source is revoked"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOncallServices: {
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
                     *           "id": "svc_checkout",
                     *           "name": "Checkout",
                     *           "createdAt": "2026-03-01T10:00:00Z",
                     *           "escalationPolicyId": "pol_first"
                     *         },
                     *         {
                     *           "id": "svc_search",
                     *           "name": "Search",
                     *           "createdAt": "2026-03-01T10:05:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The on-call services of the organization, in no particular order. */
                        services: components["schemas"]["OncallService"][];
                    };
                };
            };
        };
    };
    createOncallService: {
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
                 *       "name": "Checkout"
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
                     *       "id": "svc_checkout",
                     *       "name": "Checkout",
                     *       "createdAt": "2026-03-01T10:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OncallService"];
                };
            };
        };
    };
    getStatusPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The on-call service whose page it is. */
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The public view. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "serviceId": "svc_checkout",
                     *       "serviceName": "Checkout",
                     *       "incidents": [
                     *         {
                     *           "id": "inc_71",
                     *           "title": "Payments fail",
                     *           "status": "acknowledged",
                     *           "openedAt": "2026-03-05T06:40:00Z",
                     *           "updates": [
                     *             {
                     *               "id": "upd_5",
                     *               "at": "2026-03-05T06:50:00Z",
                     *               "body": "We are looking into failing payments.",
                     *               "byLabel": "Bo Lindqvist"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StatusPage"];
                };
            };
        };
    };
    authorizeDataPlane: {
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
                 *       "username": "rk_7h2",
                 *       "password": "urk_b81e4f60c7d94a2f93e5",
                 *       "registry": "storefront",
                 *       "repository": "web/checkout",
                 *       "action": "push"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The action to check.
                     * @enum {string}
                     */
                    action: "pull" | "push" | "delete";
                    /** @description Password that it logs in with. No answer ever shows it. */
                    password: string;
                    /** @description Slug of the registry. */
                    registry: string;
                    /** @description Name of the repository. */
                    repository: string;
                    /** @description User name that the client of the data plane logs in with. */
                    username: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description The verdict. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "allowed": true
                     *     }
                     */
                    "application/json": {
                        /** @description Whether the credential allows it. */
                        allowed: boolean;
                        /** @description Why not, for a person. */
                        reason?: string;
                    };
                };
            };
        };
    };
    exchangeOidcToken: {
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
                 *       "registry": "storefront",
                 *       "token": "eyJhbGciOiJub25lIn0.eyJpc3MiOiJodHRwczovL2NpLmFjbWUuZXhhbXBsZSIsImF1ZCI6InJlZ2lzdHJ5LmFjbWUuZXhhbXBsZSIsInN1YiI6InJlcG86YWNtZS9zdG9yZWZyb250OnJlZnM6bWFpbiJ9."
                 *     }
                 */
                "application/json": {
                    /** @description Slug of the registry that a key is wanted for. */
                    registry: string;
                    /** @description The ID token, a JWT. */
                    token: string;
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
                     *       "keyId": "rk_9q5",
                     *       "secret": "urk_0c5d7e92a1f34b68b7c4",
                     *       "mode": "pull",
                     *       "expiresAt": "2026-03-04T18:00:00Z"
                     *     }
                     */
                    "application/json": {
                        /** @description When the key stops working. */
                        expiresAt: string;
                        /** @description Id of the new key. */
                        keyId: string;
                        /**
                         * @description Whether the key can only pull or push as well.
                         * @enum {string}
                         */
                        mode: "pull" | "readwrite";
                        /** @description The secret of the key. This answer is the only one that has it. */
                        secret: string;
                    };
                };
            };
        };
    };
    scrapeMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # HELP uptime_monitor_up Whether the monitor's last probe from the vantage succeeded.
                     *     # TYPE uptime_monitor_up gauge
                     *     uptime_monitor_up{monitor="mon_home",name="Home page",vantage="fra"} 1
                     *     uptime_monitor_up{monitor="mon_home",name="Home page",vantage="iad"} 0
                     *     # HELP uptime_monitor_latency_ms Latency of the last probe from the vantage in milliseconds.
                     *     # TYPE uptime_monitor_latency_ms gauge
                     *     uptime_monitor_latency_ms{monitor="mon_home",name="Home page",vantage="fra"} 84.2
                     */
                    "text/plain; version=0.0.4; charset=utf-8": string;
                };
            };
            /** @description The export token is revoked, or there is none. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "this export token is revoked"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
