import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { getReadings, listSeries, nameSeries, postReadings, putSeries } from '#contract/readings.ts'
import { text } from '#contract/messages.ts'
import { named } from '#contract/series-names.ts'
import { parseInstant } from '#core/time/index.ts'
import { badRequest, forbidden, notFound } from '#server/lib/errors.ts'
import { JsonText, type Caller, type Serve } from '#server/lib/serve.ts'
import type { Readings } from './index.ts'
import { parseBatch } from './parse.ts'

/** The reservoir of a token; a call that names another one is refused. */
function hydroOf(caller: Caller, named: string | null | undefined): string {
  if (named && named !== caller.hydro) throw forbidden('reservoir_forbidden', { hydro: named })
  return caller.hydro
}

function instant(value: string): number {
  const t = parseInstant(value)
  if (t === null) throw badRequest('invalid_time', { value })
  return t
}

/** Readings written to an answer before other work gets its turn. */
const SLICE = 10_000

/** A page of readings; the next one begins at `next`. */
async function pageOf(
  { history }: Readings,
  hydro: string,
  { series, from, to, limit }: { series: string; from: number; to: number; limit: number },
): Promise<JsonText> {
  const end = await history.endOfPage(hydro, series, from, to, limit)
  const { t, v, q } = (await history.read(hydro, [series], from, end, { raw: true })).get(series)!
  const n = Math.min(limit, t.length)
  const slices: string[] = []
  for (let at = 0; at < n; at += SLICE) {
    if (at > 0) await setImmediate()
    const rows: string[] = []
    for (let i = at; i < Math.min(n, at + SLICE); i++)
      rows.push(`[${t[i]},${v[i] === v[i] ? v[i] : 'null'},${q[i]}]`)
    slices.push(rows.join())
  }
  const next = n < t.length ? t[n] : end < to ? Math.floor(end) + 1 : null
  return new JsonText(
    `{"readings":[${slices.join()}],"next":${next === null ? 'null' : `"${new Date(next).toISOString()}"`}}`,
  )
}

export function serveReadings(
  web: FastifyInstance,
  serve: Serve,
  { readings: r }: { readings: Readings },
): void {
  for (const type of ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'text/csv'])
    if (!web.hasContentTypeParser(type))
      web.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  serve(
    postReadings,
    async ({ request, caller }) => {
      const length = Number(request.headers['content-length'] ?? 0)
      const batch = parseBatch(request.body, request.headers['content-type'], length)
      const receipt = await r.ingest.submit(batch, {
        hydroCode: hydroOf(caller, batch.hydroCode),
        source: caller.tokenId ?? caller.actor,
        allowed: caller.series,
      })
      return {
        accepted: receipt.accepted,
        unchanged: receipt.unchanged,
        rejected: receipt.rejected.map(({ index, code, params }) => ({
          index,
          code,
          message: text(code, caller.language, params),
        })),
      }
    },
    {
      // Refuses before the body is uploaded.
      preParsing: async (request, _reply, payload) => {
        r.ingest.admit(Number(request.headers['content-length'] ?? 0))
        return payload
      },
    },
  )

  serve(getReadings, async ({ query, caller }) => {
    const hydro = hydroOf(caller, query.hydro_code)
    if (caller.series !== null && !caller.series.includes(query.series))
      throw forbidden('series_not_allowed', { series: query.series })
    if (!(await r.registry.get(hydro, query.series))) throw notFound(query.series)
    const from = instant(query.from)
    const to = instant(query.to)
    if (from > to) throw badRequest('invalid_range', { detail: text('from_after_to', caller.language) })
    return pageOf(r, hydro, { ...query, from, to })
  })

  serve(listSeries, async ({ query, caller }) => {
    const all = await r.registry.list(hydroOf(caller, query.hydro_code))
    const own = caller.series === null ? all : all.filter((row) => caller.series!.includes(row.code))
    return own.map((row) => named(row, caller.language))
  })

  serve(nameSeries, async ({ caller }) =>
    (await r.registry.list(caller.hydro)).map((row) => named(row, caller.language)),
  )

  serve(putSeries, async ({ params, body, caller }) => {
    const { hydro_code: named, ...input } = body
    if (caller.series !== null && !caller.series.includes(params.code))
      throw forbidden('series_not_allowed', { series: params.code })
    return r.registry.put(hydroOf(caller, named), { ...input, code: params.code }, caller)
  })
}
