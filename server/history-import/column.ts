import { compatible, convert, type Unit } from '#core/quantities.ts'
import { GOOD, MISSING, REJECTED, SUSPECT } from '#core/quality/index.ts'
import type { Series } from '#core/series/index.ts'
import { Extremes } from './extremes.ts'
import { Gaps } from './gaps.ts'
import { PictureMaker } from './picture.ts'
import type { ColumnPlan } from './plan.ts'
import type { SourceRow } from '../lib/read/index.ts'
import { SHOWN, complain, type ColumnReport } from './report.ts'
import type { Word } from './words.ts'

/** Texts that loggers and people write for "no value". */
const NONE = new Set([
  'nan',
  'na',
  'n/a',
  '#n/a',
  'null',
  'none',
  'nil',
  '-',
  '--',
  '---',
  '*',
  'x',
  'inf',
  '-inf',
])

/** Reasons to refuse every cell of a row. */
export type RowVerdict = 'in_future' | 'too_old' | 'before_records' | 'too_many_fields'

/** Fewer distances between readings determine no step. */
const FEW = 10

/** Position of a cell. */
type Place = Pick<SourceRow, 'line' | 'sheet'>

/**
 * Whether a quantity has a usual size, so that a multiple of it is a typing error; levels and temperatures have none.
 */
function hasUsualSize({ unit, kind }: ColumnPlan): boolean {
  if ((['m3/s', 'kW', 'kWh', 'm3'] as const).some((u) => compatible(unit, u))) return true
  return compatible(unit, 'm') && (kind === 'total' || kind === 'step')
}

/** Turns one column of cells into a series. */
export class Column {
  readonly plan: ColumnPlan
  readonly report: ColumnReport
  private readonly gaps = new Gaps()
  private readonly picture = new PictureMaker()
  private readonly extremes: Extremes | null
  private readonly codes: ReadonlySet<number>
  private readonly words: ReadonlySet<string>
  private readonly same: boolean
  private t = new Float64Array(1024)
  private v = new Float64Array(1024)
  private q = new Uint8Array(1024)
  private line = new Float64Array(1024)
  private sheet: (string | undefined)[] = []
  private n = 0
  private rising = true

  constructor(plan: ColumnPlan) {
    this.plan = plan
    this.codes = new Set(
      plan.noData.map((c) => (typeof c === 'number' ? c : Number(c))).filter((c) => c === c),
    )
    this.words = new Set([...NONE, ...plan.noData.map((c) => String(c).trim().toLowerCase())])
    this.same = plan.unit === plan.seriesUnit
    this.extremes = hasUsualSize(plan) ? new Extremes() : null
    this.report = {
      column: plan.column,
      series: plan.series,
      unit: plan.unit,
      seriesUnit: plan.seriesUnit,
      kind: plan.kind,
      created: plan.create !== null,
      readings: 0,
      noData: 0,
      flagged: 0,
      empty: 0,
      rejected: 0,
      repeated: 0,
      from: null,
      to: null,
      step: null,
      gaps: { count: 0, missing: 0, longest: [] },
      fresh: 0,
      unchanged: 0,
      differing: 0,
      differences: [],
      rejects: [],
      complaints: [],
      extremes: null,
      picture: null,
    }
  }

  get length(): number {
    return this.n
  }

  /** Reads the column's cell of a row at instant t. */
  take(row: SourceRow, t: number, verdict: RowVerdict | null): void {
    const { plan, report } = this
    const at = plan.index
    if (row.isEmpty(at)) {
      report.empty++
      return
    }
    if (verdict !== null) return this.reject(row, row.text(at), verdict)
    const raw = row.value(at)
    if (raw !== raw) {
      const word = row.text(at)
      if (!this.words.has(word.toLowerCase())) return this.reject(row, word, 'not_a_number')
      report.noData++
      return this.push(t + plan.shift, NaN, MISSING, row)
    }
    if (this.codes.has(raw)) {
      report.noData++
      return this.push(t + plan.shift, NaN, MISSING, row)
    }
    let q = GOOD
    if (raw < plan.min || raw > plan.max) {
      q = REJECTED
      this.flag(row, row.text(at), 'out_of_bounds')
    } else if (raw < 0 && plan.positive) {
      q = SUSPECT
      this.flag(row, row.text(at), 'negative')
    }
    const v = this.same ? raw : convert(raw, plan.unit, plan.seriesUnit)
    this.gaps.add(t + plan.shift)
    if (q !== REJECTED) {
      this.extremes?.add(raw, t + plan.shift, row.line, row.sheet)
      this.picture.add(t + plan.shift, v)
    }
    this.push(t + plan.shift, v, q, row)
  }

  private push(t: number, v: number, q: number, { line, sheet }: SourceRow): void {
    const i = this.n++
    if (i === this.t.length) this.grow()
    this.t[i] = t
    this.v[i] = v
    this.q[i] = q
    this.line[i] = line
    if (sheet !== undefined) this.sheet[i] = sheet
    if (i > 0 && !(t > this.t[i - 1])) this.rising = false
    const r = this.report
    r.readings++
    if (r.from === null || t < r.from) r.from = t
    if (r.to === null || t > r.to) r.to = t
  }

  private grow(): void {
    const more = <A extends Float64Array | Uint8Array>(a: A): A => {
      const next = new (a.constructor as { new (n: number): A })(a.length * 2)
      next.set(a)
      return next
    }
    this.t = more(this.t)
    this.v = more(this.v)
    this.q = more(this.q)
    this.line = more(this.line)
  }

  private flag(row: Place, value: string, reason: Word): void {
    this.report.flagged++
    this.list(row, value, reason)
  }

  reject(row: Place, value: string, reason: Word): void {
    this.report.rejected++
    this.list(row, value, reason)
  }

  private list(row: Place, text: string, reason: Word): void {
    const { rejects, complaints, column } = this.report
    const value = text.slice(0, 60)
    const { line, sheet } = row
    if (rejects.length < SHOWN)
      rejects.push({ row: line, ...(sheet === undefined ? {} : { sheet }), column, value, reason })
    complain(complaints, reason, row, value)
  }

  /**
   * The readings since the last call as a series. Of an instant that occurs twice the first reading counts: a second
   * one with the same value is counted, one with another value is refused, since nobody knows which is right.
   */
  give(): Series & { line: Float64Array } {
    const { n } = this
    const order = this.rising ? null : Array.from({ length: n }, (_, i) => i)
    order?.sort((a, b) => this.t[a] - this.t[b] || a - b)
    const out = {
      t: new Float64Array(n),
      v: new Float64Array(n),
      q: new Uint8Array(n),
      line: new Float64Array(n),
    }
    let k = 0
    for (let j = 0; j < n; j++) {
      const i = order ? order[j] : j
      const t = this.t[i]
      const v = this.v[i]
      if (k > 0 && out.t[k - 1] === t) {
        this.report.readings--
        if (Object.is(out.v[k - 1], v)) this.report.repeated++
        else this.reject({ line: this.line[i], sheet: this.sheet[i] }, this.written(v), 'repeated')
        continue
      }
      out.t[k] = t
      out.v[k] = v
      out.q[k] = this.q[i]
      out.line[k++] = this.line[i]
    }
    this.n = 0
    this.sheet = []
    this.rising = true
    return {
      t: out.t.subarray(0, k),
      v: out.v.subarray(0, k),
      q: out.q.subarray(0, k),
      line: out.line.subarray(0, k),
    }
  }

  /** A value in the unit of the file, as text. */
  written(v: number): string {
    if (v !== v) return ''
    return String(
      this.same ? v : Number(convert(v, this.plan.seriesUnit as Unit, this.plan.unit).toPrecision(12)),
    )
  }

  /** The report after all rows. */
  finish(): ColumnReport {
    const { report } = this
    // The step of the file, where it has one: hourly values of a series with a step of five minutes have no gaps
    // between the hours.
    const { step, count } = this.gaps
    report.step = count < FEW && this.plan.step !== null ? this.plan.step : (step ?? this.plan.step)
    report.gaps = this.gaps.over(report.step)
    report.extremes = this.extremes?.find() ?? null
    report.picture = this.picture.finish(report.step)
    return report
  }
}
