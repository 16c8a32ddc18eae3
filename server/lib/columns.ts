import type { Series, SeriesKind } from '#core/series/types.ts'

export interface ColumnSource {
  data: Series
  raw: boolean
  unit: string
  kind: SeriesKind
  /** Factor to the wire's unit. */
  scale?: number
}

const DECIMALS = 1e4

/**
 * Series as JSON text, written in one pass: t[0] epoch ms then differences, v rounded to 4 decimals (a tenth of a
 * millimetre, a tenth of a litre per second), q only where some reading is not plainly good.
 */
export function columnText(c: ColumnSource): string {
  const { t, v, q } = c.data
  const n = t.length
  const scale = c.scale ?? 1
  const ts: string[] = new Array(n)
  const vs: string[] = new Array(n)
  let marked = false
  for (let i = 0; i < n; i++) {
    ts[i] = String(i === 0 ? t[0] : t[i] - t[i - 1])
    const value = v[i] * scale
    vs[i] = value === value ? String(Math.round(value * DECIMALS) / DECIMALS) : 'null'
    if (q[i] !== 0) marked = true
  }
  return `{"unit":${JSON.stringify(c.unit)},"kind":"${c.kind}","raw":${c.raw},"t":[${ts.join()}],"v":[${vs.join()}]${
    marked ? `,"q":[${q.join()}]` : ''
  }}`
}

export function columnsText(columns: Iterable<readonly [string, ColumnSource]>): string {
  return `{${[...columns].map(([name, c]) => `${JSON.stringify(name)}:${columnText(c)}`).join()}}`
}
