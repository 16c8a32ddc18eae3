import { can } from '#core/access/index.ts'
import { allInForce, type Description, type Sensor } from '#core/description/index.ts'
import * as contract from '#contract/sensors.ts'
import type { FieldError } from '#contract/envelope.ts'
import { text, type Language } from '#contract/messages.ts'
import type { History } from '#server/features/history/index.ts'
import { checkItem, readItem, type Noun, type Plants, factsOf } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { badFields, conflict, forbidden, notFound, refuseField, unprocessable } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { sensorHistory } from './history-store.ts'
import { calibrationOf, sensorRows } from './list.ts'
import { sourcesOf } from './sources.ts'
import { measures } from './target.ts'

export { portsOf } from './ports.ts'
export { lastPairs, onWire, effectiveReadings, type Pair } from './readings.ts'
export { sourcesOf } from './sources.ts'

interface Deps {
  plants: Plants
  history: History
  registry: Registry
}

interface SensorChangeRequest {
  sensor_id: string
  version: string
  from?: string | null
  reason?: string | null
}

/** Sensors: their readings and use, installed, removed, linked and calibrated. */
export function serveSensors(serve: Serve, s: Services & Deps): void {
  const { plants, history, registry } = s
  serve(contract.listSensors, async ({ caller }) => {
    const [d, series, zone] = await Promise.all([
      plants.describe(caller.hydro),
      registry.known(caller.hydro),
      plants.zone(caller.hydro),
    ])
    return sensorRows(history, d, series, s.clock.now(), zone)
  })

  serve(contract.listSensorSeries, async ({ caller }) => {
    const [d, series, zone] = await Promise.all([
      plants.describe(caller.hydro),
      registry.list(caller.hydro),
      plants.zone(caller.hydro),
    ])
    const sent = series.filter((row) => row.source === 'ingest')
    const sources = await sourcesOf(history, d, sent, s.clock.now(), zone)
    return sources.sort((a, b) => a.sensors.length - b.sensors.length)
  })

  serve(contract.listSensorHistory, ({ query, caller }) =>
    sensorHistory(s, caller.hydro, { kind: query.kind, sensor: query.sensor_id }),
  )

  /** The version from which a change was made, if it is still in force. */
  const held = async (caller: Caller, noun: Noun, item: string, version: string) => {
    const rows = await readItem(s.db, caller.hydro, noun, item)
    if (rows.length === 0) throw notFound(item)
    const row = rows.find((r) => r.version_id === version)
    if (!row || row.superseded_at !== null) throw conflict()
    return row
  }

  const put = async (
    caller: Caller,
    change: { noun: Noun; item: string; version: string; body: unknown; reason?: string | null },
    from: number | null,
    to: number | null,
    check: (d: Description) => void = () => {},
  ) => {
    const { noun, item, version, body, reason = null } = change
    const full = { hydroCode: caller.hydro, noun, itemId: item, body, from, to, reason, expected: version }
    const made = await s.db.tx(async (c) => {
      // If two take the same port at once, the second finds it taken.
      check(await plants.locked(c, caller.hydro))
      return plants.change(c, caller, full)
    })
    plants.changed(caller.hydro, from, to)
    return { id: item, version: made }
  }

  /** Changes the body of a sensor from now on, checked against the rest of the description. */
  const change = async (caller: Caller, request: SensorChangeRequest, next: (old: Sensor) => Sensor) => {
    const { hydro, language } = caller
    const row = await held(caller, 'sensor', request.sensor_id, request.version)
    const from = request.from ? instantOf(request.from, await plants.zone(hydro), 'from') : s.clock.now()
    const body = next(row.body as Sensor)
    const facts = factsOf(await registry.list(hydro))
    const check = (d: Description) => {
      const known = { ...facts, description: d, at: from }
      const errors = [
        ...checkItem('sensor', request.sensor_id, body, known, language).map(asSent),
        ...checkLinks(request.sensor_id, body, d, from, language),
      ].filter((e, i, all) => all.findIndex((o) => o.path === e.path) === i)
      if (errors.length > 0) throw badFields(errors)
    }
    const { sensor_id: item, version, reason } = request
    return put(caller, { noun: 'sensor', item, version, body, reason }, from, row.effective_to, check)
  }

  serve(contract.setLink, ({ body, caller }) =>
    change(caller, body, (old) => ({
      ...old,
      series: body.series,
      target: body.target === undefined ? old.target : body.target,
    })),
  )

  serve(contract.setupSensor, ({ body, caller }) =>
    change(caller, body, (old) => {
      if (old.state === 'installed') throw unprocessable('sensor_is_installed')
      const series = body.series === undefined ? old.series : body.series
      if (series === null)
        throw refuseField(caller.language, 'series', 'sensor_needs_series', {}, { as: 'invalid_body' })
      const target = body.target === undefined ? old.target : body.target
      return { ...old, state: 'installed', port: body.sensor_port, series, target }
    }),
  )

  serve(contract.uninstallSensor, ({ body, caller }) =>
    change(caller, body, (old) => {
      if (old.state !== 'installed') throw unprocessable('sensor_not_installed')
      // Its port and series are free for the next sensor; what it sent keeps the version in force then.
      return { ...old, state: 'uninstalled', port: '', series: null }
    }),
  )

  serve(contract.calibrateSensor, async ({ body, caller }) => {
    const { hydro } = caller
    const [d, zone] = await Promise.all([plants.fresh(hydro), plants.zone(hydro)])
    const now = s.clock.now()
    const sensor = allInForce(d.sensors, now).find((v) => v.id === body.sensor_id)
    if (!sensor) throw notFound(body.sensor_id)
    const { on, item } = calibrationOf(d, sensor, now)
    if (on === 'position' && !can(caller.permissions, 'information.update')) throw forbidden()
    const row = await held(caller, on, item, body.version)
    const from = body.from ? instantOf(body.from, zone, 'from') : row.effective_from
    const next = { ...(row.body as object), gain: body.gain, offset: body.offset }
    const { version, reason } = body
    return put(caller, { noun: on, item, version, body: next, reason }, from, row.effective_to)
  })
}

/** Names of the fields in these calls. */
const SENT: Record<string, string> = { port: 'sensor_port' }
const asSent = (e: FieldError): FieldError => {
  const field = e.path.replace(/^(body\.)+/, '')
  return { ...e, path: SENT[field] ?? field }
}

/** Refuses two sensors of one series, since both would calibrate it, installed or not. */
function checkLinks(id: string, body: Sensor, d: Description, at: number, language: Language): FieldError[] {
  const { series, target, kind } = body
  const errors: FieldError[] = []
  const other = allInForce(d.sensors, at).some((v) => v.id !== id && v.body.series === series)
  if (series !== null && other)
    errors.push({
      path: 'series',
      code: 'series_linked',
      message: text('series_linked', language, { series }),
    })
  if (target && !measures(kind, target.noun))
    errors.push({ path: 'target', code: 'wrong_target', message: text('wrong_target', language) })
  return errors
}
