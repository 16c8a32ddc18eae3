import { toLocal } from '#core/time/index.ts'
import {
  IMPORT_SHOWN,
  type ImportItem,
  type ImportLayout,
  type ImportReport,
  type ImportTask,
} from '#contract/imports.ts'
import { text, type Language } from '#contract/messages.ts'
import { allInForce, type Description } from '#core/description/index.ts'
import {
  message,
  type ImportJob,
  type Report,
  type Survey,
  type Word,
  writesDayFirst,
} from '#server/history-import/index.ts'
import type { Task, TaskRow } from './store.ts'

const iso = (t: number | null) => (t === null ? null : new Date(t).toISOString())

function itemOf(t: TaskRow, zone: string): ImportItem {
  const stored = t.report !== null && !t.report.dry ? t.report : null
  return {
    id: t.task_id,
    file_name: t.file_name,
    size: t.size,
    state: t.state,
    actor: t.actor,
    actor_name: t.actor_name,
    created_at: iso(t.created_at)!,
    finished_at: iso(t.finished_at),
    undone_at: iso(t.undone_at),
    ...sums(stored, zone),
    taken_back: t.taken_back,
  }
}

function sums(report: Report | null, zone: string) {
  if (report === null) return { rows: null, readings: null, from: null, to: null }
  return {
    rows: report.rows,
    readings: report.columns.reduce((n, c) => n + c.fresh + (report.replace ? c.differing : 0), 0),
    from: report.from === null ? null : toLocal(report.from, zone),
    to: report.to === null ? null : toLocal(report.to, zone),
  }
}

export const taskItem = itemOf

/** An import by the command. */
export function jobItem(j: ImportJob & { actor_name?: string | null }, zone: string): ImportItem {
  return {
    id: j.run_id,
    file_name: j.file_name,
    size: null,
    state: j.undone_at !== null ? 'undone' : j.finished_at !== null ? 'done' : 'unfinished',
    actor: j.actor,
    actor_name: j.actor_name ?? null,
    created_at: iso(j.started_at)!,
    finished_at: iso(j.finished_at),
    undone_at: iso(j.undone_at),
    ...sums(j.report as Report | null, zone),
    taken_back: null,
  }
}

export function jobTask(
  j: ImportJob,
  zone: string,
  language: Language,
  description: Description | null = null,
): ImportTask {
  const report = j.report as Report | null
  return {
    ...jobItem(j, zone),
    version: 0,
    layout: null,
    mapping: null,
    progress: null,
    report: report ? reportOf(report, zone, language, description) : null,
    problems: [],
  }
}

export function taskOf(
  t: TaskRow,
  zone: string,
  language: Language,
  description: Description | null = null,
): ImportTask {
  return {
    ...itemOf(t, zone),
    version: t.version,
    layout: t.layout ? layoutOf(t.layout, zone) : null,
    mapping: t.mapping,
    progress: t.progress,
    report: t.report ? reportOf(t.report, zone, language, description) : null,
    problems: problemsIn(t, language),
  }
}

const problemsIn = (t: Pick<Task, 'problems'>, language: Language) =>
  (t.problems ?? []).map((p) =>
    'code' in p ? text(p.code, language, p.params) : message(language, FORM[p.word] ?? p.word, p.params),
  )

/** Texts about options of the command, with those that the page has in their place. */
const FORM: Partial<Record<Word, Word>> = {
  ambiguous_time: 'ambiguous_time_form',
  unknown_series: 'unknown_series_form',
}

function layoutOf(s: Survey, zone: string): ImportLayout {
  const { form } = s
  return {
    form: {
      kind: form.kind,
      delimiter: form.delimiter ?? null,
      decimal: form.decimal ?? null,
      encoding: form.encoding ?? null,
      header: form.header,
      header_line: form.headerLine,
      sheet: form.sheet ?? null,
      sheets: [...s.sheets],
      ...(form.alike ? { alike: form.alike } : {}),
      doubt: form.doubt ?? null,
    },
    columns: s.columns.map(({ name, unit, unitRead, filled, numeric, guess }, i) => ({
      place: i + 1,
      name,
      unit,
      unit_read: unitRead ?? null,
      filled,
      numeric,
      guess: guess && {
        series: guess.series,
        known: guess.known,
        unit: guess.unit,
        kind: guess.kind,
        step: guess.step,
        name: guess.name,
      },
    })),
    time: s.time.map((i) => i + 1),
    ambiguous: s.ambiguous,
    day_first: writesDayFirst(zone),
    decided: s.decided ?? null,
    step: s.step,
    no_data: s.noData.map(String),
    rows: s.rows.slice(0, IMPORT_SHOWN),
    seen: s.seen,
  }
}

function reportOf(
  r: Report,
  zone: string,
  language: Language,
  description: Description | null,
): ImportReport {
  const local = (t: number | null) => (t === null ? null : toLocal(t, zone))
  const rejects = (list: Report['rejects']) =>
    list.map(({ row, sheet, column, value, reason }) => ({
      row,
      ...(sheet === undefined ? {} : { sheet }),
      column,
      value,
      code: reason,
      reason: message(language, reason),
    }))
  // Reports of earlier imports lack fields that were added since.
  const complaints = (list: Report['complaints'] | undefined) =>
    (list ?? []).map(({ reason, ...rest }) => ({ code: reason, reason: message(language, reason), ...rest }))
  return {
    rows: r.rows,
    from: local(r.from),
    to: local(r.to),
    stamps: r.stamps ?? null,
    bad_times: r.badTimes,
    disorder: r.disorder,
    repeats: r.repeats,
    rejects: rejects(r.rejects),
    complaints: complaints(r.complaints),
    resumed_at: r.resumedAt,
    columns: r.columns.map((c) => ({
      column: c.column,
      series: c.series,
      unit: c.unit,
      series_unit: c.seriesUnit,
      created: c.created,
      readings: c.readings,
      no_data: c.noData,
      flagged: c.flagged,
      empty: c.empty,
      rejected: c.rejected,
      repeated: c.repeated,
      from: local(c.from),
      to: local(c.to),
      step: c.step,
      gaps: {
        count: c.gaps.count,
        missing: c.gaps.missing,
        longest: c.gaps.longest.map((g) => ({
          from: toLocal(g.from, zone),
          to: toLocal(g.to, zone),
          seconds: (g.to - g.from) / 1000,
        })),
      },
      fresh: c.fresh,
      unchanged: c.unchanged,
      differing: c.differing,
      differences: c.differences.map((d) => ({ time: toLocal(d.t, zone), stored: d.stored, file: d.file })),
      rejects: rejects(c.rejects),
      complaints: complaints(c.complaints),
      extremes: c.extremes
        ? {
            ...c.extremes,
            largest: c.extremes.largest.map(({ t, ...rest }) => ({ ...rest, time: toLocal(t, zone) })),
          }
        : null,
      picture: c.picture
        ? { ...c.picture, from: toLocal(c.picture.from, zone), span: c.picture.span / 1000 }
        : null,
      period: description === null || c.readings < FEW ? null : periodOf(description, c.series, c.step),
    })),
  }
}

/** With fewer readings the period of the series is not asked for. */
const FEW = 10

type Period = NonNullable<ImportReport['columns'][number]['period']>

/** The item that reads a series and is described with another period than the file has, s; null: none. */
function periodOf(d: Description, series: string, step: number | null): Period | null {
  if (step === null) return null
  const readers: (Period['items'][number] & { every: number | undefined })[] = []
  const add = (noun: Period['items'][number]['noun'], id: string, name: string, every: number | undefined) =>
    readers.push({ noun, id, name, every })
  for (const { id, body } of allInForce(d.positions, Infinity))
    if (body.series === series) add('position', id, body.name, body.every)
  for (const { id, body } of allInForce(d.gates, Infinity))
    if (body.leaves.some((l) => l.openingSeries === series || l.dischargeSeries === series))
      add('gate', id, body.name, body.every)
  for (const { id, body } of allInForce(d.units, Infinity))
    if (body.powerSeries === series || body.dischargeSeries === series) add('unit', id, body.name, body.every)
    else if (body.meterSeries === series) add('unit', id, body.name, body.meterEvery)
  for (const { id, body } of allInForce(d.stations, Infinity))
    if (body.series === series) add('station', id, body.name, body.every)
  const others = readers.filter((r) => r.every !== undefined && r.every !== step)
  if (others.length === 0) return null
  return {
    described: others[0].every!,
    items: others.map(({ noun, id, name }) => ({ noun, id, name })),
  }
}
