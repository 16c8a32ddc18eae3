import { request, type IncomingMessage } from 'node:http'
import type { FeedEvent } from '#contract/feed.ts'

type Any = { event: string; data: unknown }
export type Event<E extends Any = FeedEvent> = E & { id: string | null }

/** A server-sent-events reader on a socket of its own. */
export interface Reader<A extends Any = FeedEvent> {
  status: number
  headers: IncomingMessage['headers']
  events: Event<A>[]
  /** The first event of that name after those already taken. */
  next<E extends A['event']>(name: E): Promise<Extract<Event<A>, { event: E }>>
  /** Resolves when the server ends or cuts the stream. */
  closed: Promise<void>
  /** Stops reading from its socket. */
  stall(): void
  close(): void
}

export function openReader<A extends Any = FeedEvent>(
  url: string,
  headers: Record<string, string>,
): Promise<Reader<A>> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers, agent: false }, (response) => resolve(read(response)))
    call.on('error', reject)
    call.end()
  })

  function read(response: IncomingMessage): Reader<A> {
    const events: Event<A>[] = []
    let taken = 0
    let text = ''
    let wake = () => {}
    let over = false
    const closed = new Promise<void>((done) =>
      response.on('close', () => {
        over = true
        wake()
        done()
      }),
    )
    response.setEncoding('utf8')
    response.on('error', () => {})
    response.on('data', (part: string) => {
      text += part
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      events.push(...(blocks.map(parse) as Event<A>[]))
      wake()
    })
    return {
      status: response.statusCode!,
      headers: response.headers,
      events,
      closed,
      async next(name) {
        for (;;) {
          for (; taken < events.length; taken++)
            if (events[taken].event === name) return events[taken++] as never
          if (over) throw new Error(`the stream ended without ${name}`)
          await new Promise<void>((done) => (wake = done))
        }
      },
      stall: () => void response.pause(),
      close: () => void response.destroy(),
    }
  }
}

function parse(block: string): Event {
  const fields = new Map(
    block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
  )
  return {
    id: fields.get('id') ?? null,
    event: fields.get('event'),
    data: JSON.parse(fields.get('data') ?? 'null'),
  } as Event
}
