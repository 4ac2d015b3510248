/** Loaded into a server that is measured: tells whoever started it how much processor time it has used so far. */
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
// It is for its own work to keep a server alive.
process.channel?.unref()
