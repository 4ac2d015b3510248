/** Why a server could not be started there, in a sentence; nothing when it is not about the place. */
export function cannotListen(error: unknown, port: number | string, host: string): string | undefined {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use; choose another with --port.`
    case 'EACCES':
      return `Port ${port} needs more privileges than this account has; choose another with --port.`
    case 'ERR_SOCKET_BAD_PORT':
      return `${port} is not a valid port; use a number from 0 to 65535.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address ${host}; choose another with --host.`
    default:
      return undefined
  }
}
