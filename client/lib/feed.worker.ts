import { MINUTE } from '#core/time/units.ts'
import type { FeedEvent, LastValue } from '#contract/feed.ts'
import { lineBasics, openLine, type Line } from './feed-line.ts'
import type { ToTab, ToWorker } from './feed-port.ts'

/**
 * Shares one stream per browser and reservoir: browsers allow six connections to a server, and there may be many
 * tabs.
 */
const SILENT_TAB_MS = 5 * MINUTE

interface SharedScope {
  onconnect: ((e: MessageEvent) => void) | null
}

const tabs = new Map<MessagePort, number>()
const last = new Map<string, LastValue>()
let lastMessage: { now: number; at: number } | null = null
let line: Line | null = null

function broadcast(message: ToTab) {
  const now = Date.now()
  for (const [port, seen] of tabs) {
    if (now - seen > SILENT_TAB_MS) tabs.delete(port)
    else port.postMessage(message)
  }
  if (tabs.size === 0) stop()
}

function stop() {
  line?.close()
  line = null
  last.clear()
  lastMessage = null
}

function start(hello: Extract<ToWorker, { kind: 'hello' }>) {
  line = openLine<FeedEvent>(
    {
      ...lineBasics,
      url: hello.url,
      hydro: hello.hydro,
      onEvent(event) {
        if (event.event === 'snapshot') last.clear()
        if (event.event === 'snapshot' || event.event === 'change')
          for (const l of event.data.last) last.set(l[0], l)
        if (event.event !== 'end') lastMessage = { now: event.data.now, at: Date.now() }
        broadcast({ kind: 'event', event })
      },
      onStatus: (status) => broadcast({ kind: 'status', status }),
      onRefused: (token, code) => broadcast({ kind: 'refused', token, code }),
    },
    hello.token,
  )
}

const scope = globalThis as unknown as SharedScope
scope.onconnect = (connected) => {
  const port = connected.ports[0]
  port.onmessage = (e: MessageEvent<ToWorker>) => {
    const message = e.data
    tabs.set(port, Date.now())
    if (message.kind === 'hello') {
      if (line) line.setToken(message.token)
      else start(message)
      const answer: ToTab = {
        kind: 'hello',
        status: line!.status(),
        snapshot: lastMessage && { ...lastMessage, last: [...last.values()] },
      }
      port.postMessage(answer)
    } else if (message.kind === 'token') line?.setToken(message.token)
    else if (message.kind === 'retry') line?.retry()
    else if (message.kind === 'bye') {
      tabs.delete(port)
      if (tabs.size === 0) stop()
    }
  }
}
