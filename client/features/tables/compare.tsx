import { useMemo } from 'react'
import { differenceShown, number, signed } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { TableGrid, type GridColumn, type GridRow } from './grid.tsx'
import { columnName, tableDecimals, unitName } from './groups.ts'
import { useTableComparison, type Comparison } from './queries.ts'
import textCss from '../../ui/text.module.css'
import css from './tables.module.css'

/** Compares two versions of a table key by key. */
export function CompareVersions({ id, a, b }: { id: string; a: string; b: string }) {
  const { t } = useText()
  const comparison = useTableComparison(id, a, b)
  if (a === b) return <p className={css.fine}>{t('interpolate.compare.none')}</p>
  return (
    <Loaded query={comparison} what={t('interpolate.versions.compare')} height={200}>
      {(found) => <Differences found={found} />}
    </Loaded>
  )
}

function Differences({ found }: { found: Comparison }) {
  const { t, texts, language } = useText()
  const { columns, added, removed, changed, same } = found
  const words = texts.interpolate.compare.field
  const fields = found.fields.map((f) => (f in words ? words[f as keyof typeof words] : words.other))
  const { gridColumns, rows } = useMemo(() => {
    const { group, inputs } = found.b
    const last = columns.length - 1
    const unit = unitName(columns[last].unit, texts, language)
    const output = columnName(group, columns[last].name, inputs, texts)
    const gridColumns: GridColumn[] = [
      { field: 'kind', label: texts.interpolate.compare.kind, unit: '' },
      ...columns.slice(0, last).map((c) => ({
        field: c.name,
        label: columnName(group, c.name, inputs, texts),
        unit: unitName(c.unit, texts, language),
      })),
      { field: 'was', label: `${output}: ${texts.interpolate.compare.was}`, unit },
      { field: 'is', label: `${output}: ${texts.interpolate.compare.is}`, unit },
      { field: 'difference', label: texts.interpolate.compare.difference, unit, derived: true },
    ]
    return { gridColumns, rows: differences(found, texts.interpolate.compare.kinds) }
  }, [found, columns, texts, language])
  const counts = [
    changed.length > 0 && t('interpolate.compare.changed', { n: number(changed.length, 0) }),
    added.length > 0 && t('interpolate.compare.added', { n: number(added.length, 0) }),
    removed.length > 0 && t('interpolate.compare.removed', { n: number(removed.length, 0) }),
    t('interpolate.compare.same', { n: number(same, 0) }),
  ].filter(Boolean)
  return (
    <>
      <p className={css.facts}>
        {rows.length === 0
          ? t('interpolate.compare.none')
          : counts.map((c) => <span key={String(c)}>{c}</span>)}
      </p>
      {fields.length > 0 && (
        <p className={textCss.hint}>
          {t('interpolate.compare.fields', { fields: [...new Set(fields)].join(', ') })}
        </p>
      )}
      {rows.length > 0 && (
        <TableGrid label={t('interpolate.versions.compare')} columns={gridColumns} rows={rows} height={280} />
      )}
    </>
  )
}

/** Rows that differ, sorted by key. */
function differences(
  { columns, added, removed, changed }: Comparison,
  kinds: { added: string; removed: string; changed: string },
): GridRow[] {
  const last = columns.length - 1
  const all = [
    ...changed.map((c) => ({ kind: kinds.changed, key: c.key, was: c.before, is: c.after })),
    ...added.map((r) => ({ kind: kinds.added, key: r.slice(0, last), was: null, is: r[last] })),
    ...removed.map((r) => ({ kind: kinds.removed, key: r.slice(0, last), was: r[last], is: null })),
  ].sort((a, b) => {
    const k = a.key.findIndex((v, i) => v !== b.key[i])
    return k < 0 ? 0 : a.key[k] - b.key[k]
  })
  const keys = all.map((d) => d.key)
  const values = all.flatMap((d) => [d.was, d.is].filter((v) => v !== null)).map((v) => [v])
  const decimals = tableDecimals(values, 0)
  const keyDecimals = columns.slice(0, last).map((_, k) => tableDecimals(keys, k))
  return all.map(({ kind, key, was, is }, i) => ({
    at: i + 1,
    cells: [
      kind,
      ...key.map((v, k) => number(v, keyDecimals[k])),
      number(was, decimals),
      number(is, decimals),
      signed(differenceShown(is, was, decimals), decimals),
    ],
    issues: [],
  }))
}
