import { differences } from '#core/description/difference.ts'
import type { Description } from '#core/description/index.ts'
import { validateRows } from '#core/tables/index.ts'
import {
  NOUNS,
  PRICE_NOUNS,
  type BundlePlan,
  type DescribedNoun,
  type PlannedItem,
} from '#contract/changes.ts'
import type { FieldError } from '#contract/envelope.ts'
import { text, type Language } from '#contract/messages.ts'
import { issueText } from '#contract/table-issues.ts'
import { checkItem, toDescription, factsOf } from '#server/features/plants/index.ts'
import { itemWords } from '../words.ts'
import { itemKeyOf, sameBody, type Content, type Item, type SeriesEntry } from './content.ts'
import { periodSteps, type Step } from './periods.ts'
import type { BundleContent } from './read.ts'

interface Planned {
  noun: DescribedNoun
  id: string
  name: string | null
  act: PlannedItem['act']
  steps: Step[]
}

interface SettingsPlan {
  items: Planned[]
  series: { entry: SeriesEntry; before: SeriesEntry | null }[]
  /** The items in force afterwards. */
  wanted: Item[]
}

/** Nouns without which a reservoir cannot be computed. */
const NEEDED: readonly DescribedNoun[] = ['plant', 'parameters']

/**
 * The changes that turn the present configuration into that of the file; only: for these items. Items of a kind that
 * the file does not list, or the caller does not see, stay as they are.
 */
export function bundlePlanOf(
  held: Content,
  input: BundleContent,
  only: readonly { noun: DescribedNoun; id: string }[] | undefined,
  seen: readonly DescribedNoun[] = NOUNS,
): SettingsPlan {
  const listed = input.bundle.content.nouns ?? NOUNS.filter((noun) => !PRICE_NOUNS.includes(noun))
  const inFile = input.items.filter((i) => seen.includes(i.noun))
  const after = new Map(inFile.map((i) => [itemKeyOf(i), i]))
  const stays = (i: Item) => !after.has(itemKeyOf(i)) && !(listed.includes(i.noun) && seen.includes(i.noun))
  const before = new Map(held.items.filter((i) => !stays(i)).map((i) => [itemKeyOf(i), i]))
  const chosen = only && new Set(only.map(itemKeyOf))
  const keys = [...new Set([...after.keys(), ...before.keys()])].filter((k) => !chosen || chosen.has(k))
  const items = keys.map((key): Planned => {
    const [a, b] = [before.get(key), after.get(key)]
    const { noun, id } = (b ?? a)!
    const found = periodSteps(a?.periods ?? [], b?.periods ?? [], sameBody)
    const act = found.length === 0 ? 'same' : !a ? 'add' : !b ? 'retire' : 'change'
    return { noun, id, name: nameOf(b ?? a), act, steps: found }
  })
  const wanted = [
    ...held.items.filter((i) => stays(i) || (chosen && !chosen.has(itemKeyOf(i)))),
    ...inFile.filter((i) => !chosen || chosen.has(itemKeyOf(i))),
  ]
  const had = new Map(held.series.map((e) => [e.code, e]))
  const series = input.bundle.content.series
    .filter((e) => !chosen || named(wanted, e.code))
    .map((entry) => ({ entry, before: had.get(entry.code) ?? null }))
    .filter(({ entry, before: b }) => !b || !sameBody(entry, b))
    // For single items, existing series stay as they are.
    .filter(({ before: b }) => !chosen || b === null)
  return { items, series, wanted }
}

function named(items: readonly Item[], code: string): boolean {
  return items.some((i) => i.periods.some((p) => JSON.stringify(p.body).includes(JSON.stringify(code))))
}

function nameOf(item: Item | undefined): string | null {
  const name = (item?.periods.at(-1)?.body as { name?: unknown } | undefined)?.name
  return typeof name === 'string' ? name : null
}

/** Faults of the configuration after the change: names that do not exist, tables that cannot be read. */
export function faultsOf(
  plan: SettingsPlan,
  held: Content,
  hydroCode: string,
  now: number,
  language: Language,
): FieldError[] {
  const errors: FieldError[] = []
  for (const noun of NEEDED)
    if (!plan.wanted.some((i) => i.noun === noun))
      errors.push({
        path: noun,
        code: 'required',
        message: `${itemWords(noun, noun, language)}: ${text('required', language)}`,
      })
  const facts = factsOf([...held.series, ...plan.series.map((e) => e.entry)])
  const before = misfits(hydroCode, held.items, facts, now, language)
  // A fault that exists already does not block a file that mends others.
  const had = new Set(before.map((e) => `${e.path} ${e.code}`))
  const after = misfits(hydroCode, plan.wanted, facts, now, language)
  errors.push(...after.filter((e) => !had.has(`${e.path} ${e.code}`)))
  for (const planned of plan.items)
    if (planned.noun === 'table')
      for (const step of planned.steps)
        if (step.after !== null) errors.push(...tableFaults(planned.id, step.after, language))
  return errors
}

/** Faults that are looked for over the whole period of an item. */
const IN_EVERY_PERIOD: ReadonlySet<string> = new Set([
  'unknown_series',
  'band_off_plant_step',
  'step_off_calendar',
  'calendar_in_use',
])

/** Names that do not exist, or are taken, among items in force at one time. */
function misfits(
  hydroCode: string,
  items: readonly Item[],
  facts: ReturnType<typeof factsOf>,
  now: number,
  language: Language,
): FieldError[] {
  const description = descriptionOf(hydroCode, items)
  return items.flatMap((item) =>
    item.periods.flatMap(({ from, to, body }) => {
      const what = itemWords(item.noun, item.id, language)
      const known = {
        ...facts,
        description,
        at: now,
        period: { from: from ?? -Infinity, to },
      }
      const present = (from ?? -Infinity) <= now && now < (to ?? Infinity)
      return (
        checkItem(item.noun, item.id, body, known, language)
          // Past and future versions are not compared with the present ones; prices are, over their whole period.
          .filter((e) => present || item.noun === 'tariff' || IN_EVERY_PERIOD.has(e.code))
          .map((e) => ({
            ...e,
            path: `${item.noun}.${item.id}.${e.path.replace(/^body\.body\./, '')}`,
            message: `${what}: ${e.message}`,
          }))
      )
    }),
  )
}

function tableFaults(id: string, body: unknown, language: Language): FieldError[] {
  const { group, rows, units, headKind } = body as Parameters<typeof readable>[0]
  const issue = readable({ group, rows, units, headKind })
  if (!issue) return []
  const what = itemWords('table', id, language)
  const detail = issueText(issue, language, (row) => row)
  const message = issue.row === null ? detail : text('row_says', language, { row: issue.row, detail })
  return [{ path: `table.${id}.rows`, code: issue.code, message: `${what}: ${message}` }]
}

function readable(t: Pick<Description['tables'][number]['body'], 'group' | 'rows' | 'units' | 'headKind'>) {
  const { issues } = validateRows(t.group, t.rows, { units: t.units, headKind: t.headKind })
  return issues.find((i) => i.severity === 'error')
}

function descriptionOf(hydroCode: string, items: readonly Item[]): Description {
  const rows = items.flatMap(({ noun, id, periods }) =>
    periods.map(({ from, to, body }) => ({
      noun,
      item_id: id,
      version_id: '',
      effective_from: from,
      effective_to: to,
      body,
    })),
  )
  return toDescription(hydroCode, rows)
}

/** The plan as people see it. */
export function shownPlan(
  plan: SettingsPlan,
  input: BundleContent,
  state: string,
  hydroCode: string,
): BundlePlan {
  const { bundle: file } = input
  return {
    hydro_code: file.hydro_code,
    name: file.name,
    exported_at: file.exported_at,
    product: file.product,
    same_plant: file.hydro_code === hydroCode,
    state,
    items: plan.items.map((i) => ({
      noun: i.noun,
      id: i.id,
      name: i.name,
      act: i.act,
      periods: i.steps.map((step) => ({
        from: step.from,
        to: step.to,
        differences: differences(step.before, step.after),
      })),
    })),
    series: plan.series.map(({ entry, before }) => ({
      code: entry.code,
      act: before ? 'change' : 'add',
      differences: differences(before, entry),
    })),
    files: file.content.files.length,
  }
}
