import { get, type ClientRequest } from 'node:http'
import { fullPath } from '#contract/endpoint.ts'
import { getFeed } from '#contract/feed.ts'

const LONGEST = 10_000

/** An open dashboard's stream, without the dashboard. */
export interface Stream {
  /** Resolves with the time at which a text arrives, by performance.now(). */
  until(text: string): Promise<number>
  close(): void
}

/** hydro: the reservoir, where the account may see several. */
export async function openStream(url: string, token: string, hydro?: string): Promise<Stream> {
  let waiting: { text: string; found: (at: number) => void } | null = null
  let rest = ''
  const take = (part: string) => {
    rest += part
    if (waiting && rest.includes(waiting.text)) {
      waiting.found(performance.now())
      waiting = null
    }
    rest = rest.slice(rest.lastIndexOf('\n\n') + 1)
  }
  const call = await new Promise<ClientRequest>((resolve, reject) => {
    const created = get(
      `${url}${fullPath(getFeed)}`,
      { agent: false, headers: { authorization: `Bearer ${token}`, ...(hydro && { hydro }) } },
      (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`the feed answers ${answer.statusCode}`))
        answer.setEncoding('utf8').on('data', take)
        // Ends when the server stops; until() throws if it ends too early.
        answer.on('error', () => {})
        answer.once('data', () => resolve(created))
      },
    )
    created.on('error', reject)
  })
  return {
    until: (text) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no event within ${LONGEST} ms`)), LONGEST)
        waiting = {
          text,
          found(at) {
            clearTimeout(timer)
            resolve(at)
          },
        }
      }),
    close: () => void call.destroy(),
  }
}
