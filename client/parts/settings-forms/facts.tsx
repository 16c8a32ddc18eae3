import type { Printable } from '#core/description/difference.ts'
import { fieldWords, itemValueWords } from '../../lib/item-words.ts'
import { useText } from '../../lib/text/index.ts'
import { PlainTable } from '../../ui/table/index.ts'
import css from './settings-forms.module.css'

interface Fact {
  path: string
  value?: Printable
  /** Text in place of the value, where the value needs words. */
  words?: string
}

/** Settings in force, one name and value with unit per line. */
export function Facts(props: { noun: string; facts: readonly Fact[]; ladder?: boolean }) {
  const { noun, facts, ladder = false } = props
  const { texts } = useText()
  return (
    <dl className={css.facts} data-ladder={ladder || undefined}>
      {facts.map(({ path, value, words }) => (
        <div key={path}>
          <dt>{fieldWords(noun, path.split('.'), texts)}</dt>
          <dd>{words ?? itemValueWords(noun, path.split('.'), value ?? null, undefined, texts)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The same as a table. */
export function FactTable({
  label,
  head,
  rows,
  empty,
}: {
  label: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  empty: string
}) {
  return (
    <section className={css.grid}>
      <h3>{label}</h3>
      {rows.length === 0 ? (
        <p className={css.small}>{empty}</p>
      ) : (
        <div className={css.scroll} tabIndex={0} role="group" aria-label={label}>
          <PlainTable
            label={label}
            rows={rows}
            rowKey={(_, i) => i}
            columns={head.map((h, k) => ({ id: h, head: h, cell: (row: readonly string[]) => row[k] }))}
          />
        </div>
      )}
    </section>
  )
}
