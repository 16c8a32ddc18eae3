import { can } from '#core/access/index.ts'
import { RATED, stationCode } from '#core/calculation/index.ts'
import { allInForce, inForce, type Description, type Station, type Version } from '#core/description/index.ts'
import { DAY, toLocal } from '#core/time/index.ts'
import * as contract from '#contract/stations.ts'
import type { FieldError } from '#contract/envelope.ts'
import { text } from '#contract/messages.ts'
import { stationSchema } from '#contract/seed/measuring.ts'
import { fieldErrors } from '#contract/field-errors.ts'
import { record } from '#server/features/audit/index.ts'
import type { History } from '#server/features/history/index.ts'
import { checkItem, readItem, type Plants, factsOf } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { portsOf, sourcesOf } from '#server/features/sensors/index.ts'
import { columnText } from '#server/lib/columns.ts'
import { badFields, badRequest, conflict, forbidden, notFound, refuseField } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import { instantOf } from '#server/lib/instant.ts'
import { JsonText, type Caller, type Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { gaugeColumnOf } from './data.ts'
import { sentAs, stationOf } from './fields.ts'
import { stationRows, thiessenSum } from './list.ts'
import { provinces } from './province-store.ts'
import { replacementChanges, checkReplacement } from './replace.ts'
import { seamsOf, type SeamRecord } from './seam-store.ts'

export { gaugeColumnOf, piecesOf } from './data.ts'
export { stationRows, type Stood } from './list.ts'

interface Deps {
  plants: Plants
  history: History
  registry: Registry
}

/** Longest span of one call, ms: ten years with leap days. */
const LONGEST = 3660 * DAY

/** Stations, their readings, and their replacement. */
export function serveStations(serve: Serve, s: Services & Deps): void {
  const { plants, history, registry } = s

  serve(contract.listProvinces, ({ query }) => provinces(s, query.search))

  serve(contract.listStations, async ({ caller }) => {
    const [d, series, zone] = await Promise.all([
      plants.describe(caller.hydro),
      registry.known(caller.hydro),
      plants.zone(caller.hydro),
    ])
    return stationRows(history, d, series, s.clock.now(), zone)
  })

  serve(contract.getSources, async ({ body, caller }) => {
    const [d, all, zone] = await Promise.all([
      plants.describe(caller.hydro),
      registry.list(caller.hydro),
      plants.zone(caller.hydro),
    ])
    const wanted = all.filter((row) =>
      body.source === undefined ? row.source === 'ingest' : row.code === body.source,
    )
    if (body.source !== undefined && wanted.length === 0) {
      throw refuseField(
        caller.language,
        'source',
        'unknown_series',
        { series: body.source },
        { as: 'invalid_body' },
      )
    }
    const sources = await sourcesOf(history, d, wanted, s.clock.now(), zone)
    const type = body.station_type_id
    return sources
      .filter((x) => type === undefined || x.station_types.includes(type))
      .sort((a, b) => a.stations.length - b.stations.length)
  })

  serve(contract.getAvailableSensorPort, async ({ caller }) =>
    portsOf(await plants.describe(caller.hydro), s.clock.now()),
  )

  /**
   * Builds the station of a call and validates it against the rest of the description, naming the fields of the call.
   */
  const checkOf = async (
    caller: Caller,
    id: string | null,
    body: Station,
    before: Station | null,
    at: number,
  ): Promise<(d: Description) => Station> => {
    const { hydro, language } = caller
    const asSent = (e: FieldError): FieldError => {
      const [field, ...rest] = e.path.replace(/^(body\.)+/, '').split('.')
      return { ...e, path: [sentAs(field), ...rest].join('.') }
    }
    const parsed = stationSchema.safeParse(body)
    if (!parsed.success) throw badFields(fieldErrors(parsed.error, language, 'body').map(asSent))
    const [series, known] = await Promise.all([registry.list(hydro), provinces(s)])
    const facts = factsOf(series)
    return (description) => {
      const given = { ...facts, description, at }
      const errors = checkItem('station', id, parsed.data, given, language).map(asSent)
      // A former province's name stays until somebody chooses another.
      if (body.province !== before?.province && !known.some((p) => p.name === body.province))
        errors.push({
          path: 'province',
          code: 'unknown_province',
          message: text('unknown_province', language, { name: body.province }),
        })
      if (errors.length > 0) throw badFields(errors)
      return parsed.data as Station
    }
  }

  const put = async (
    caller: Caller,
    change: {
      id: string
      check: (d: Description) => Station
      from: number | null
      to: number | null
      reason: string | null
      expected?: string
    },
  ) => {
    const { id, check, from, to, reason, expected } = change
    const { hydro } = caller
    const full = { hydroCode: hydro, noun: 'station' as const, itemId: id, from, to, reason, expected }
    const version = await s.db.tx(async (c) => {
      // If two take the same code at once, the second finds it taken.
      const body = check(await plants.locked(c, hydro))
      return plants.change(c, caller, { ...full, body })
    })
    plants.changed(hydro, from, to)
    return { id, version, thiessen: thiessenSum(await plants.fresh(hydro), s.clock.now()) }
  }

  serve(contract.addStation, async ({ body, caller }) => {
    const { from: local, reason = null, ...fields } = body
    const now = s.clock.now()
    const from = local ? instantOf(local, await plants.zone(caller.hydro), 'from') : null
    const check = await checkOf(caller, null, stationOf({}, fields), null, from ?? now)
    return put(caller, { id: makeId('st', now), check, from, to: null, reason })
  })

  serve(contract.updateStation, async ({ body, caller }) => {
    const { station_id: id, version, from: local, reason = null, ...fields } = body
    const { hydro } = caller
    const rows = await readItem(s.db, hydro, 'station', id)
    if (rows.length === 0) throw notFound(id)
    const old = rows.find((r) => r.version_id === version)
    if (!old || old.superseded_at !== null) throw conflict()
    const from = local ? instantOf(local, await plants.zone(hydro), 'from') : old.effective_from
    const before = old.body as Station
    const check = await checkOf(caller, id, stationOf(before, fields), before, from ?? s.clock.now())
    return put(caller, { id, check, from, to: old.effective_to, reason, expected: version })
  })

  serve(contract.replaceStation, async ({ body, caller }) => {
    // It removes a sensor and installs another.
    if (!can(caller.permissions, 'sensor.change-status')) throw forbidden()
    const { hydro, language } = caller
    const [zone, list] = await Promise.all([plants.zone(hydro), registry.list(hydro)])
    const now = s.clock.now()
    const at = instantOf(body.from, zone, 'from')
    const done = await s.db.tx(async (c) => {
      const d = await plants.locked(c, hydro)
      const old = d.stations.find((v) => v.id === body.station_id && v.version === body.version)
      if (!old) {
        if (!d.stations.some((v) => v.id === body.station_id)) throw notFound(body.station_id)
        throw conflict()
      }
      if (at <= old.from || at >= (old.to ?? Infinity) || at > now)
        throw refuseField(language, 'from', 'seam_outside', {}, { as: 'invalid_body' })
      const series = new Map(list.map((row) => [row.code, row]))
      const errors = checkReplacement(d, body, at, series, language)
      if (errors.length > 0) throw badFields(errors)
      const changes = replacementChanges(d, body, at, makeId('se', now), everyOf(d, body, series))
      const own = changes.find((change) => change.itemId === old.id)!
      const next = own.body as Station
      const seam: SeamRecord = {
        t: at,
        from_series: old.body.series,
        to_series: next.series,
        from_port: old.body.sensorPort,
        to_port: next.sensorPort,
        new_station: body.new_station.station_id ?? null,
      }
      let version = ''
      for (const change of changes) {
        const id = await plants.change(c, caller, { ...change, hydroCode: hydro, reason: body.reason })
        if (change === own) version = id
      }
      await record(c, now, caller, {
        act: 'replace',
        noun: 'station',
        item: old.id,
        itemName: next.name,
        after: seam,
        reason: body.reason,
      })
      return { id: old.id, version }
    })
    plants.changed(hydro, at, null)
    return done
  })

  serve(contract.getStationData, async ({ body, caller }) => {
    const { hydro } = caller
    const [d, zone, series] = await Promise.all([
      plants.describe(hydro),
      plants.zone(hydro),
      registry.known(hydro),
    ])
    const from = instantOf(body.from, zone, 'from')
    const to = instantOf(body.to, zone, 'to')
    if (from > to || to - from > LONGEST) {
      const code = from > to ? 'from_after_to' : 'too_long'
      const path = from > to ? 'from' : 'to'
      const detail = code === 'too_long' ? `> ${LONGEST / DAY} d` : text(code, caller.language)
      throw badRequest('invalid_range', { detail }, [{ path, message: detail, code }])
    }
    const id = stationId(d, body.station, s.clock.now())
    if (id === null) throw notFound(body.station)
    const versions = d.stations.filter((v) => v.id === id)
    const rated = versions.some((v) => v.body.type === RATED)
    const code = stationCode(id)
    const [column, seams, thinned] = await Promise.all([
      gaugeColumnOf(history, d, versions, series, { from, to, px: body.px }),
      seamsOf(s, hydro, id, zone),
      rated ? history.thin(hydro, [code], from, to, body.px) : undefined,
    ])
    const flow = thinned?.get(code)
    const discharge = flow ? columnText({ ...flow, unit: 'm3/s', kind: 'instant' }) : 'null'
    return new JsonText(
      `{"station_id":${JSON.stringify(id)},"from":${JSON.stringify(toLocal(from, zone))},` +
        `"to":${JSON.stringify(toLocal(to, zone))},"column":${columnText(column)},"discharge":${discharge},"seams":${JSON.stringify(seams)}}`,
    )
  })
}

/** The item of a station by its id or its present code; also of a retired one. */
function stationId(d: Description, named: string, now: number): string | null {
  const byCode = allInForce(d.stations, now).find((v) => v.body.code === named)
  if (byCode) return byCode.id
  const own = d.stations.filter((v: Version<Station>) => v.id === named)
  return (inForce(own, now) ?? own.at(-1))?.id ?? null
}

/** Seconds between readings of the replacement: of its station, else of its series; null where unknown. */
function everyOf(
  d: Description,
  body: { new_station: { station_id?: string; series?: string } },
  series: ReadonlyMap<string, { step_s: number | null }>,
): number | null {
  const { station_id: id, series: code } = body.new_station
  if (id === undefined) return (code === undefined ? null : series.get(code)?.step_s) ?? null
  return d.stations.findLast((v) => v.id === id)?.body.every ?? null
}
