import type { Door } from './writer.ts'

export type Row = [t: number, v: number | null, q: number]

/** How long an unreachable server may take to come back, ms. */
const PATIENCE = 60_000

/**
 * All readings of a series over a span, page by page. Retries while the server asks to come back later.
 * onLater: called for each such answer.
 */
export async function readBack(
  door: Door,
  series: string,
  from: number,
  to: number,
  onLater = () => {},
): Promise<Row[]> {
  const all: Row[] = []
  for (let next: string | null = String(from); next !== null;) {
    const query = new URLSearchParams({ series, from: next, to: String(to) })
    const page = await ask(door, query, onLater)
    for (const row of page.readings) all.push(row)
    next = page.next
  }
  return all
}

async function ask(
  door: Door,
  query: URLSearchParams,
  onLater: () => void,
): Promise<{ readings: Row[]; next: string | null }> {
  const end = performance.now() + PATIENCE
  for (;;) {
    const response = await fetch(`${door.url}/api/ingest/v1/readings?${query}`, {
      headers: { authorization: `Bearer ${door.token}` },
    })
    const text = await response.text()
    if (response.ok) return JSON.parse(text).data
    if (![429, 503].includes(response.status) || performance.now() > end) throw new Error(`${query}: ${text}`)
    onLater()
    await new Promise((later) => setTimeout(later, 50))
  }
}
