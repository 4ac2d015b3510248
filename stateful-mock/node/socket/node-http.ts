/**
 * Asked for by name: an `import` of it reads every property it has, and one of those loads a whole WebSocket client,
 * which takes longer than all the rest of listening.
 */
export const { createServer, ServerResponse } = process.getBuiltinModule('node:http')

/** Only those who serve HTTPS wait for it. */
export const secureHttp = () => process.getBuiltinModule('node:https')
