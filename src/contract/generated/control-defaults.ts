// Derived from spec/ by `npm run generate`. Do not edit.
export interface DefaultedFields {
  armFault: 'takesEffect' | 'probability'
  billingEmailCollides: 'collides'
  clusterChangesConcurrently: 'lasts'
  credentialUsed: 'for'
  domainClaimedElsewhere: 'claimed'
  imagePushed: 'tags' | 'mediaType'
  nodeLost: 'how'
  probeResult: 'times'
  saveJournalAsScenario: 'include' | 'replace'
  saveScenario: 'replace'
  slugClaimedElsewhere: 'how'
  webhookEndpointAnswers: 'afterwards'
}
