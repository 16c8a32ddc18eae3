import type { Group } from '#core/description/index.ts'
import { groupInfo } from '#core/tables/index.ts'
import type { DraftChange } from '#contract/preview.ts'
import type { Candidate } from '#contract/tables/uploads.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { PLANT } from './list.ts'
import { periodBounds, dayProblem } from './period.ts'
import type { PeriodOfUse } from './period-fields.tsx'
import type { CheckBody, GroupOffer, SaveBody } from './queries.ts'

/** Choices for one table of an uploaded file. */
export interface TableDraft extends PeriodOfUse {
  group: Group | null
  /** Key of the object (PLANT: the reservoir itself); null: not chosen yet. */
  object: string | null
  /** Sheet letters in the order of the group's columns; null: the header names them. */
  columns: (string | null)[] | null
  volume: '10^6 m3' | 'm3'
  /** null: detected from the numbers. */
  power: 'MW' | 'kW'
  head: 'gross' | 'net'
  name: string
  reason: string
}

/** Limits set by the page that opened the upload: one group, or the groups of an outlet, and one object. */
export interface Preset {
  groups: readonly Group[]
  object?: string
}

/** Initial guess for a table of the file. */
export function tableDraft(
  candidate: Candidate,
  preset: Preset,
  offers: readonly GroupOffer[],
  items: readonly TableItem[],
  today: string,
): TableDraft {
  const fits = [candidate.group, ...candidate.groups].filter((g) => g !== null && preset.groups.includes(g))
  const group = fits[0] ?? (preset.groups.length === 1 ? preset.groups[0] : null)
  return inGroup(
    {
      group: null,
      object: null,
      columns: null,
      volume: '10^6 m3',
      power: 'MW',
      head: candidate.head_kind ?? 'gross',
      name: candidate.name.slice(0, 200),
      from: null,
      to: null,
      loop: false,
      active: true,
      reason: '',
    },
    group,
    { candidate, preset, offers, items, today },
  )
}

interface Around {
  candidate: Candidate
  preset: Preset
  offers: readonly GroupOffer[]
  items: readonly TableItem[]
  today: string
}

/** The same table with another group: fields that depend on the group are reset. */
export function inGroup(draft: TableDraft, group: Group | null, around: Around): TableDraft {
  const { candidate, preset, offers } = around
  const objects = objectsOf(group, offers)
  const wanted = preset.object ?? draft.object
  const object = objects.includes(wanted ?? '') ? wanted : objects.length === 1 ? objects[0] : null
  const named = group === null || candidate.groups.includes(group)
  const columns = named
    ? null
    : groupInfo(group).columns.map((c) => candidate.columns.find((k) => k.field === c)?.letter ?? null)
  return ofObject({ ...draft, group, columns }, object, around)
}

/** The first table of an object is always in force; a later one from today on, unless a day is chosen. */
export function ofObject(draft: TableDraft, object: string | null, { items, today }: Around): TableDraft {
  const had = items.some((i) => i.active && i.group === draft.group && (i.object.id ?? PLANT) === object)
  return { ...draft, object, from: had ? (draft.from ?? today) : draft.from === today ? null : draft.from }
}

const objectsOf = (group: Group | null, offers: readonly GroupOffer[]) =>
  offers.find((o) => o.group === group)?.objects.map((o) => o.id ?? PLANT) ?? []

export type TableProblem = 'group' | 'object' | 'columns' | 'name' | 'period'

/** What is missing before it can be saved. */
export function tableProblems(draft: TableDraft): TableProblem[] {
  const found: TableProblem[] = []
  if (draft.group === null) found.push('group')
  if (draft.object === null) found.push('object')
  if (lacksColumn(draft)) found.push('columns')
  if (draft.name.trim() === '') found.push('name')
  if (dayProblem(draft, draft.loop)) found.push('period')
  return found
}

/** Sensor travel needs no level: the first column of ZAoAc may be left out. */
export const mayLack = (group: Group | null, column: number) => group === 'ZAoAc' && column === 0

const lacksColumn = ({ group, columns }: TableDraft) =>
  columns?.some((letter, i) => letter === null && !mayLack(group, i)) ?? false

const lettersOf = (columns: TableDraft['columns']) => columns?.filter((letter) => letter !== null) ?? null

/** Body of the check by the server; null: too little is chosen. */
export function checkOf(upload: string, candidate: number, draft: TableDraft): CheckBody | null {
  const { group, columns, object } = draft
  if (group === null || lacksColumn(draft)) return null
  const period = object !== null && !dayProblem(draft, draft.loop)
  return {
    upload_id: upload,
    candidate,
    group,
    columns: lettersOf(columns),
    ...unitsOf(group, draft),
    ...(period
      ? { object: object === PLANT ? null : object, ...periodBounds(draft), loop_by_year: draft.loop }
      : {}),
  }
}

/** The draft as an unsaved change; null: object or period is not chosen. */
export function effectOf(upload: string, candidate: number, draft: TableDraft): DraftChange | null {
  const check = checkOf(upload, candidate, draft)
  if (check === null || draft.object === null || dayProblem(draft, draft.loop)) return null
  return { noun: 'table', ...check, object: check.object ?? null, active: draft.active }
}

export function saveOf(
  upload: string,
  candidate: number,
  draft: TableDraft,
  accepted: boolean,
  replaces: string[],
): SaveBody {
  return {
    upload_id: upload,
    candidate,
    group: draft.group!,
    columns: lettersOf(draft.columns),
    ...unitsOf(draft.group!, draft),
    name: draft.name.trim(),
    object: draft.object === PLANT ? null : draft.object,
    ...periodBounds(draft),
    loop_by_year: draft.loop,
    active: draft.active,
    accept_warnings: accepted,
    replaces,
    reason: draft.reason.trim() || null,
  }
}

function unitsOf(group: Group, draft: TableDraft): Pick<SaveBody, 'units' | 'head_kind'> {
  const { columns } = groupInfo(group)
  return {
    units: {
      ...(columns.includes('v') ? { v: draft.volume } : {}),
      ...(columns.includes('p') ? { p: draft.power } : {}),
    },
    head_kind: columns.includes('h') ? draft.head : null,
  }
}
