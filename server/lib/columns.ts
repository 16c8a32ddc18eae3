import { setImmediate } from 'node:timers/promises'
import type { Series, SeriesKind } from '#core/series/types.ts'

export interface ColumnSource {
  data: Series
  raw: boolean
  unit: string
  kind: SeriesKind
  /** Factor from stored values to the unit of the wire. */
  scale?: number
  /** Minimum and maximum of each step, where values are of steps. */
  extremes?: { min: Float64Array; max: Float64Array }
  /** Rejected readings, drawn beside the line. */
  rejected?: Series
}

const DECIMALS = 1e4

/**
 * Series as JSON text, written in one pass: t[0] as epoch ms, then differences; v rounded to 4 decimals (a tenth of a
 * millimetre, a tenth of a litre per second); q only where some reading is not GOOD.
 */
export function columnText(c: ColumnSource): string {
  const { t, v, q } = c.data
  const scale = c.scale ?? 1
  const marked = q.some((one) => one !== 0)
  const { extremes, rejected } = c
  return `{"unit":${JSON.stringify(c.unit)},"kind":"${c.kind}","raw":${c.raw},${timesText(t, v, scale)}${
    marked ? `,"q":[${q.join()}]` : ''
  }${extremes ? `,"min":${listText(extremes.min, scale)},"max":${listText(extremes.max, scale)}` : ''}${
    rejected?.t.length ? `,"rejected":{${timesText(rejected.t, rejected.v, scale)}}` : ''
  }}`
}

function timesText(t: Float64Array, v: Float64Array, scale: number): string {
  const n = t.length
  const ts: string[] = new Array(n)
  const vs: string[] = new Array(n)
  for (let i = 0; i < n; i++) {
    ts[i] = String(i === 0 ? t[0] : t[i] - t[i - 1])
    vs[i] = numberText(v[i] * scale)
  }
  return `"t":[${ts.join()}],"v":[${vs.join()}]`
}

const numberText = (v: number) => (v === v ? String(Math.round(v * DECIMALS) / DECIMALS) : 'null')

const listText = (v: Float64Array, scale: number) =>
  `[${Array.from(v, (one) => numberText(one * scale)).join()}]`

/** Several of them under their names; others have their turn between two. */
export async function columnsText(columns: Iterable<readonly [string, ColumnSource]>): Promise<string> {
  const texts: string[] = []
  for (const [name, c] of columns) {
    texts.push(`${JSON.stringify(name)}:${columnText(c)}`)
    await setImmediate()
  }
  return `{${texts.join()}}`
}
