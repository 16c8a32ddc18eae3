import type { FastifyInstance } from 'fastify'
import {
  getHistory,
  getReadings,
  listSeries,
  nameSeries,
  postReadings,
  putSeries,
} from '#contract/readings.ts'
import { text } from '#contract/messages.ts'
import { named } from '#contract/series-names.ts'
import { parseInstant } from '#core/time/index.ts'
import { columnsText, type ColumnSource } from '#server/lib/columns.ts'
import { badRequest, forbidden, notFound, refuseField } from '#server/lib/errors.ts'
import { JsonText, type Caller, type Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { fromBins } from '#server/features/rollups/index.ts'
import { judged } from '#server/features/quality/index.ts'
import type { Readings } from './index.ts'
import { OLDEST } from './check.ts'
import { parseBatch } from './parse.ts'

/** Nobody draws what comes after this. 2200-01-01T00:00:00Z */
const LATEST = Date.UTC(2200, 0, 1)

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

export function serveReadings(web: FastifyInstance, serve: Serve, s: Services, r: Readings): void {
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

  serve(getHistory, async ({ body, caller }) => {
    const { series, from, to, px, rows } = body
    for (const [path, t] of Object.entries({ from, to })) {
      if (t >= OLDEST && t <= LATEST) continue
      throw refuseField(caller.language, path, 'invalid_time', { value: t })
    }
    if (from > to) throw refuseField(caller.language, 'from', 'from_after_to', {}, { as: 'invalid_range' })
    const known = await r.registry.known(caller.hydro, series)
    const codes = series.filter((code) => known.has(code))
    if (rows !== undefined) {
      const { step, series: folded } = await r.history.steps(caller.hydro, codes, from, to, rows)
      const columns = codes.map((code): [string, ColumnSource] => {
        const { unit, kind } = known.get(code)!
        const { start: t, value: v, q, min, max } = folded.get(code)!
        const extremes = kind === 'total' ? undefined : { min, max }
        return [code, { data: { t, v, q }, raw: false, unit, kind, extremes }]
      })
      return new JsonText(`{"from":${from},"to":${to},"step":"${step}","series":${columnsText(columns)}}`)
    }
    // Of a lake's level the calculation judges readings anew; a chart shows how.
    const add = fromBins(from, to, px) ? [] : await judged(s.db, caller.hydro, codes, from, to)
    const thinned = await r.history.thin(caller.hydro, codes, from, to, px, { change: { add } })
    const columns = codes.map((code): [string, ColumnSource] => {
      const { unit, kind } = known.get(code)!
      return [code, { ...thinned.get(code)!, unit, kind }]
    })
    return new JsonText(`{"from":${from},"to":${to},"series":${columnsText(columns)}}`)
  })
}
