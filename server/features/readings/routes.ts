import type { FastifyInstance } from 'fastify'
import { getReadings, listSeries, nameSeries, postReadings, putSeries } from '#contract/readings.ts'
import { text } from '#contract/messages.ts'
import { named } from '#contract/series-names.ts'
import { parseInstant } from '#core/time/index.ts'
import { badRequest, forbidden, notFound } from '#server/lib/errors.ts'
import { JsonText, type Caller, type Serve } from '#server/lib/serve.ts'
import type { Readings } from './index.ts'
import { parseBatch } from './parse.ts'

/** A token belongs to one reservoir; a call that names another one is refused. */
function hydroOf(caller: Caller, named: string | null | undefined): string {
  if (named && named !== caller.hydro) throw forbidden('reservoir_forbidden', { hydro: named })
  return caller.hydro
}

function instant(value: string): number {
  const t = parseInstant(value)
  if (t === null) throw badRequest('invalid_time', { value })
  return t
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
      // Nobody uploads what would be refused.
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
    const data = (await r.history.read(hydro, [query.series], from, to, { raw: true })).get(query.series)!
    const rows = Array.from(data.t, (t, i) => {
      const v = data.v[i]
      return `[${t},${v === v ? v : 'null'},${data.q[i]}]`
    })
    return new JsonText(`{"readings":[${rows.join()}]}`)
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
