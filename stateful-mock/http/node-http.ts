/**
 * Asked for by name: an `import` of them reads every property they have, and one of those loads a whole WebSocket
 * client, which takes longer than all the rest of listening.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')

/** Only those who serve HTTPS wait for it. */
export const secureHttp = () => process.getBuiltinModule('node:https')
