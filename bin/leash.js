// Loaded into a server that was started by an older Node, which stays its parent.
const seen = new Map()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => seen.set(signal, Date.now()))

// A signal to the whole group arrives by itself; one to the parent alone is passed on by it.
process.on('message', (/** @type {{ signal: NodeJS.Signals }} */ { signal }) => {
  if (Date.now() - (seen.get(signal) ?? 0) > 1000) process.kill(process.pid, signal)
})

// When the parent is killed, the server shuts down cleanly.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
