import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FeedEvent } from '#contract/feed.ts'
import { OFFLINE_MS, SILENCE_MS, openLine, type Line, type LineStatus } from './feed-line.ts'

let server: Server
let origin: string
let line: Line | null
let streams: { request: IncomingMessage; response: ServerResponse }[]
let wakeups: (() => void)[]
/** Timers that the test fires, by their duration. */
let timers: { run: () => void; ms: number }[]
let clock: number
let events: FeedEvent[]
let states: LineStatus[]
let refusals: [string, string][]
let refuse: string | null

/** Waits until an action of the line or the server makes a condition true. */
async function until(condition: () => boolean) {
  while (!condition()) await new Promise<void>((done) => wakeups.push(done))
}
const stir = () => wakeups.splice(0).forEach((w) => w())

beforeEach(async () => {
  ;[streams, wakeups, timers, events, states, refusals, refuse, line] = [[], [], [], [], [], [], null, null]
  clock = 1_000_000
  server = createServer((request, response) => {
    if (refuse !== null) {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ code: refuse }))
    } else {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
    }
    streams.push({ request, response })
    stir()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  line?.close()
  server.closeAllConnections()
  await new Promise<void>((done) => server.close(() => done()))
})

function open() {
  line = openLine<FeedEvent>(
    {
      url: `${origin}/feed`,
      hydro: 'H1',
      fetch: (...a) => fetch(...a),
      now: () => clock,
      random: () => 0.5,
      timer(run, ms) {
        const timer = { run, ms }
        timers.push(timer)
        stir()
        return () => {
          timers = timers.filter((t) => t !== timer)
        }
      },
      onEvent: (e) => (events.push(e), stir()),
      onStatus: (s) => (states.push(s), stir()),
      onRefused: (t, c) => (refusals.push([t, c]), stir()),
    },
    'T1',
  )
  return line
}
const fire = (ms: number) => {
  const timer = timers.find((t) => t.ms === ms)!
  timers = timers.filter((t) => t !== timer)
  timer.run()
}
const send = (id: string, event: string, data: unknown) =>
  streams.at(-1)!.response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
const waitTimer = () => timers.find((t) => t.ms < SILENCE_MS && t.ms !== OFFLINE_MS)

test('reads events with the bearer token and is live', async () => {
  open()
  await until(() => streams.length === 1)
  send('b:1', 'beat', { now: 5 })
  await until(() => events.length === 1)
  expect(streams[0].request.headers.authorization).toBe('Bearer T1')
  expect(streams[0].request.headers.hydro).toBe('H1')
  expect(events).toEqual([{ event: 'beat', data: { now: 5 } }])
  expect(states.at(-1)?.state).toBe('live')
})

test('a broken stream is reopened with growing delays, from the last event', async () => {
  open()
  await until(() => streams.length === 1)
  send('b:7', 'beat', { now: 5 })
  await until(() => events.length === 1)
  streams[0].response.end()
  await until(() => waitTimer() !== undefined)
  expect(states.at(-1)?.state).toBe('reconnecting')
  expect(waitTimer()!.ms).toBe(500)
  fire(500)
  await until(() => streams.length === 2)
  expect(streams[1].request.url).toBe('/feed?last_event_id=b%3A7')
})

test('silence counts as a break', async () => {
  open()
  await until(() => streams.length === 1)
  send('b:1', 'beat', { now: 5 })
  await until(() => events.length === 1)
  fire(SILENCE_MS)
  await until(() => waitTimer() !== undefined)
  expect(states.at(-1)?.state).toBe('reconnecting')
})

test('a line that stays broken is offline since its last event', async () => {
  open()
  await until(() => streams.length === 1)
  send('b:1', 'beat', { now: 5 })
  await until(() => events.length === 1)
  const lastMessage = clock
  server.closeAllConnections()
  await until(() => waitTimer() !== undefined)
  clock += OFFLINE_MS
  fire(OFFLINE_MS)
  expect(states.at(-1)).toEqual({ state: 'offline', since: lastMessage })
})

test('after a refused token it waits for another one and continues', async () => {
  refuse = 'token_expired'
  const opened = open()
  await until(() => refusals.length === 1)
  expect(refusals).toEqual([['T1', 'token_expired']])
  await until(() => streams.length === 1)
  refuse = null
  opened.setToken('T2')
  await until(() => streams.length === 2)
  expect(streams[1].request.headers.authorization).toBe('Bearer T2')
})

test('the end of the session stops the line and says why', async () => {
  open()
  await until(() => streams.length === 1)
  send('b:1', 'end', { code: 'token_invalid' })
  await until(() => refusals.length === 1)
  expect(refusals).toEqual([['T1', 'token_invalid']])
  await until(() => states.at(-1)?.state === 'reconnecting')
  expect(waitTimer()).toBeUndefined()
})

test('a new token while the line is live is kept for the next connection', async () => {
  const opened = open()
  await until(() => streams.length === 1)
  send('b:1', 'beat', { now: 5 })
  await until(() => events.length === 1)
  opened.setToken('T2')
  streams[0].response.end()
  await until(() => waitTimer() !== undefined)
  fire(500)
  await until(() => streams.length === 2)
  expect(streams[1].request.headers.authorization).toBe('Bearer T2')
})
