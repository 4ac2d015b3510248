/** The token in a client configuration of the usual form, as YAML or as JSON. */
export const tokenIn = (kubeconfig: string): string | undefined =>
  /(?:^|[\s{,-])"?token"?\s*:\s*"?([^"\s,}]+)/m.exec(kubeconfig)?.[1]
