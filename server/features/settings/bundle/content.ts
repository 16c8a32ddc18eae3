import { NOUNS, type BundleContent, type DescribedNoun } from '#contract/changes.ts'
import { BODIES } from '#contract/seed/bodies.ts'
import { canonical, digestOf } from './canonical.ts'
import { mergedPeriods, type BodyPeriod } from './periods.ts'

/** Anything that runs a statement: the pool, or a client inside a transaction. */
export interface BundleDatabase {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

export interface Item {
  noun: DescribedNoun
  id: string
  periods: BodyPeriod[]
}
export type SeriesEntry = BundleContent['series'][number]

/** The present configuration: each item with its periods, the series of readings, and the files that are named. */
export interface Content {
  items: Item[]
  series: SeriesEntry[]
  files: string[]
}

export const itemKeyOf = (item: { noun: string; id: string }) => `${item.noun} ${item.id}`
export const sameBody = (a: unknown, b: unknown) => canonical(a) === canonical(b)

/** A body in the form that its schema writes: absent equals null, defaults are filled in. */
export function normal(noun: DescribedNoun, body: unknown): unknown {
  const lean = Object.fromEntries(
    Object.entries(body as Record<string, unknown>).filter(([, v]) => v !== null && v !== undefined),
  )
  const parsed = BODIES[noun].safeParse(lean)
  return parsed.success ? parsed.data : body
}

/** Ids of the files that bodies name. */
export function bundleFiles(bodies: readonly unknown[]): string[] {
  const ids = bodies.flatMap((body) => {
    const { fileId, basinFile, mapLayers } = (body ?? {}) as {
      fileId?: unknown
      basinFile?: unknown
      mapLayers?: Record<string, { fileId?: unknown } | null>
    }
    const drawn = Object.values(mapLayers ?? {}).map((layer) => layer?.fileId)
    return [fileId, basinFile, ...drawn].filter((v): v is string => typeof v === 'string' && v !== '')
  })
  return [...new Set(ids)].sort()
}

/** Reads the present configuration. */
export async function readContent(db: BundleDatabase, hydroCode: string): Promise<Content> {
  const described = (await db.query(
    `SELECT noun, item_id, effective_from, effective_to, body FROM description
      WHERE hydro_code = $1 AND superseded_at IS NULL
      ORDER BY array_position($2::text[], noun), item_id COLLATE "C", effective_from NULLS FIRST`,
    [hydroCode, NOUNS],
  )) as {
    rows: {
      noun: DescribedNoun
      item_id: string
      effective_from: number | null
      effective_to: number | null
      body: unknown
    }[]
  }
  const series = (await db.query(
    `SELECT code, name, unit, kind, step_s FROM series
      WHERE hydro_code = $1 AND source = 'ingest' AND retired_at IS NULL ORDER BY code COLLATE "C"`,
    [hydroCode],
  )) as { rows: SeriesEntry[] }
  const items = new Map<string, Item>()
  for (const row of described.rows) {
    const { noun, item_id: id } = row
    const item = items.get(itemKeyOf({ noun, id })) ?? { noun, id, periods: [] }
    items.set(itemKeyOf(item), item)
    item.periods.push({ from: row.effective_from, to: row.effective_to, body: normal(noun, row.body) })
  }
  const list = [...items.values()].map((i) => ({ ...i, periods: mergedPeriods(i.periods, sameBody) }))
  return {
    items: list,
    series: series.rows,
    files: bundleFiles(list.flatMap((i) => i.periods.map((period) => period.body))),
  }
}

/** A digest by which a change between preview and import is noticed. */
export const stateOf = (content: Content): string => digestOf([content.items, content.series])
