import { isWhatIf } from '#core/calculation/index.ts'
import type { Description, Table } from '#core/description/index.ts'
import type { EffectiveReading } from '#core/calculation/explain/index.ts'
import type { Note, TableNote, Term as CoreTerm } from '#core/notes.ts'
import { groupInfo } from '#core/tables/index.ts'
import { toLocal } from '#core/time/index.ts'
import type { Language } from '#contract/messages.ts'
import { seriesName } from '#contract/series-names.ts'
import type { Cell, Line, Term, ExplainedInput, ExplainedVersion } from '#contract/explain.ts'
import { versionOf } from './people.ts'

/** A number with all its digits; null for what is not finite. */
export const real = (v: number): number | null => (Number.isFinite(v) ? v : null)

type VersionDescriber = (one: {
  noun: 'table' | 'position' | 'sensor'
  version: UsedTableVersion
}) => Promise<ExplainedVersion>
type UsedTableVersion =
  Description['tables'][number] | Description['positions'][number] | Description['sensors'][number]

const terms = (all: Record<string, CoreTerm>, language: Language): Term[] =>
  Object.entries(all).map(([symbol, one]) => {
    // An entered value has no series that could be explained in turn.
    const code = one.series && !isWhatIf(one.series) ? one.series : null
    const name = one.series && code === null ? '' : (one.name ?? '')
    return {
      symbol,
      value: real(one.value),
      unit: one.unit,
      name: (code === null ? name : seriesName({ code, name }, language)) || null,
      series: code,
      t: one.t ?? null,
    }
  })

const plain = (n: Note, language: Language) => ({
  id: n.id,
  symbol: n.symbol,
  value: real(n.value),
  unit: n.unit,
  expression: n.expression,
  terms: terms(n.terms, language),
})

export async function linesOf(
  d: Description,
  notes: readonly Note[],
  describeVersion: VersionDescriber,
  language: Language,
): Promise<Line[]> {
  return Promise.all(
    notes.map(async (n) => ({
      ...plain(n, language),
      table: n.table ? await cellOf(d, n.table, describeVersion) : null,
      lines: (n.lines ?? []).map((one) => plain(one, language)),
    })),
  )
}

async function cellOf(
  d: Description,
  note: TableNote,
  describeVersion: VersionDescriber,
): Promise<Cell | null> {
  const { table, inputs, rows, code } = note
  const version = versionOf<Table>(d.tables, table)
  if (!version) return null
  const info = groupInfo(table.group)
  const unitOf = (name: string, i: number) =>
    name === 'v'
      ? (table.units.v ?? info.units[i])
      : name === 'p'
        ? (table.units.p ?? info.units[i])
        : info.units[i]
  return {
    ...(await describeVersion({ noun: 'table', version })),
    group: table.group,
    columns: info.columns.map((name, i) => ({ name, unit: unitOf(name, i) })),
    inputs: inputs.map(real),
    rows: rows.map((r) => ({ row: r.row, values: r.values.map((v) => (v === null ? null : real(v))) })),
    code,
  }
}

/** What the series and its layers say of an input, beside what the calculation reports. */
interface InputDetails {
  name: string
  unit: string
  /** As sent, without layers; null: the same. */
  raw: { v: number; q: number } | null
  acts: ExplainedInput['acts']
}

export async function inputOf(
  r: EffectiveReading,
  about: InputDetails,
  at: number,
  zone: string,
  describeVersion: VersionDescriber,
): Promise<ExplainedInput> {
  const given = isWhatIf(r.code)
  const c = given ? null : r.calibration
  return {
    role: r.role,
    name: isWhatIf(r.name) ? '' : r.name,
    given,
    series: r.code,
    series_name: about.name,
    t: r.t,
    date_string: r.t === null ? null : toLocal(r.t, zone),
    age_s: r.t === null ? null : (at - r.t) / 1000,
    raw: real(about.raw?.v ?? r.sent),
    raw_unit: about.unit || r.unit,
    raw_quality: r.t === null ? null : (about.raw?.q ?? r.sentQ),
    calibration: c
      ? {
          ...(await describeVersion({ noun: c.noun, version: c.version as UsedTableVersion })),
          gain: c.gain,
          offset: c.offset,
        }
      : null,
    acts: about.acts,
    checks: r.checks,
    passed_over: r.passedOver.map((p) => ({ t: p.t, raw: real(p.sent), quality: p.q, checks: p.checks })),
    used: real(r.effective),
    held: r.held,
    unit: r.unit,
    quality: r.q,
  }
}
