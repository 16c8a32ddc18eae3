import {
  allInForce,
  type Description,
  type Gate,
  type Sensor,
  type Station,
} from '#core/description/index.ts'
import type { FieldError } from '#contract/envelope.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'
import type { Noun } from './store.ts'

/** What an item may name that the plant must have. */
export interface Known {
  hasSeries(code: string): boolean
  description: Description
  /** When the item comes into force, epoch ms. */
  at: number
}

/** What is wrong with an item beyond its own shape: names of things that are not there, or are taken. */
export function checkItem(
  noun: Noun,
  itemId: string | null,
  body: unknown,
  known: Known,
  language: Language,
): FieldError[] {
  const errors: FieldError[] = []
  const say = (path: string, code: MessageCode, params: Record<string, string | number> = {}) =>
    errors.push({ path: `body.${path}`, code, message: text(code, language, params) })
  for (const [path, code] of seriesOf(noun, body))
    if (!known.hasSeries(code)) say(path, 'unknown_series', { series: code })
  if (noun === 'station') {
    const { code } = body as Station
    const other = inUse(known.description.stations, known.at, itemId).find((s) => s.body.code === code)
    if (other) say('code', 'code_taken', { code })
  }
  if (noun === 'gate') {
    // Tables and sensors name a leaf alone, without its gate.
    const taken = new Set(
      inUse(known.description.gates, known.at, itemId).flatMap((g) => g.body.leaves.map((l) => l.id)),
    )
    ;(body as Gate).leaves.forEach((leaf, i) => {
      if (taken.has(leaf.id)) say(`leaves.${i}.id`, 'code_taken', { code: leaf.id })
    })
  }
  if (noun === 'sensor') {
    const { target, port, state, series } = body as Sensor
    if (target && !isThere(target, known)) say('target', 'unknown_target', { id: target.id })
    const others = inUse(known.description.sensors, known.at, itemId).filter(
      (o) => o.body.state === 'installed' && state === 'installed',
    )
    if (port !== '' && others.some((o) => o.body.port === port)) say('port', 'port_taken', { port })
    if (series !== null && others.some((o) => o.body.series === series))
      say('series', 'series_linked', { series })
  }
  return errors
}

function inUse<T>(versions: Parameters<typeof allInForce<T>>[0], at: number, but: string | null) {
  return allInForce(versions, at).filter((v) => v.id !== but)
}

function isThere({ noun, id }: NonNullable<Sensor['target']>, { description: d, at }: Known): boolean {
  if (noun === 'leaf') {
    const [gate, leaf] = id.split('/')
    return allInForce(d.gates, at).some((g) => g.id === gate && g.body.leaves.some((l) => l.id === leaf))
  }
  const all = { station: d.stations, position: d.positions, unit: d.units }[noun]
  return allInForce<unknown>(all, at).some((v) => v.id === id)
}

/** Paths of the body that name a series, with the series. */
function seriesOf(noun: Noun, body: unknown): [string, string][] {
  const found: [string, string][] = []
  const add = (path: string, code: unknown) => {
    if (typeof code === 'string' && code !== '') found.push([path, code])
  }
  const b = body as Record<string, unknown>
  for (const key of ['series', 'radarSeries', 'powerSeries', 'dischargeSeries', 'inflowSeries', 'envSeries'])
    add(key, b[key])
  if (noun === 'gate')
    (b as unknown as Gate).leaves.forEach((leaf, i) => {
      add(`leaves.${i}.openingSeries`, leaf.openingSeries)
      add(`leaves.${i}.dischargeSeries`, leaf.dischargeSeries)
    })
  return found
}
