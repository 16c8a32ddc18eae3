// Loaded into a server that an older Node has started and stands before.
const seen = new Map()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => seen.set(signal, Date.now()))

// A signal to the whole group has come by itself; one to the process before us alone is handed on.
process.on('message', (/** @type {{ signal: NodeJS.Signals }} */ { signal }) => {
  if (Date.now() - (seen.get(signal) ?? 0) > 1000) process.kill(process.pid, signal)
})

// When that one is killed, the server stops in order.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
