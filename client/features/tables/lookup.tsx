import { Button, Radio, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { TableDetail } from '#contract/tables.ts'
import { number } from '../../lib/format.ts'
import { parseDecimal } from '../../lib/decimal.ts'
import { reasonOf } from '../../lib/failures.ts'
import { focusFirstError } from '../../lib/focus.ts'
import { useText } from '../../lib/text/index.ts'
import { FormAlert } from '../../ui/form/index.ts'
import { PlainTable, tableCss } from '../../ui/table/index.ts'
import { columnName, decimalsOf, unitName } from './groups.ts'
import { useLookup } from './queries.ts'
import css from './tables.module.css'

/** Reads a table at values that are typed, and shows the rows it was read from; or says why it cannot be. */
export function Lookup({ item }: { item: TableDetail }) {
  const { t, say, texts, language } = useText()
  const { columns, rows } = item.table
  const inputs = columns
    .slice(0, -1)
    .filter((c) => !(item.inputs === 1 && c.name === 'z' && item.group === 'ZAoAc'))
  const output = columns[columns.length - 1]
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [mode, setMode] = useState<'calculator' | 'loop'>('calculator')
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const lookup = useLookup()

  function submit(e: FormEvent<HTMLFormElement>) {
    e.preventDefault()
    const values = inputs.map((c) => parseDecimal(typed[c.name] ?? ''))
    const problems = Object.fromEntries(
      values.flatMap((v, i) =>
        typeof v === 'number'
          ? []
          : [
              [
                inputs[i].name,
                (typed[inputs[i].name] ?? '').trim() === ''
                  ? t('interpolate.lookup.number')
                  : say(v, { text: typed[inputs[i].name] }),
              ],
            ],
      ),
    )
    setWrong(problems)
    if (Object.keys(problems).length > 0) return focusFirstError(e.currentTarget)
    lookup.mutate({ id: item.id, version: item.version, inputs: values as number[], mode })
  }

  const found = lookup.data
  const name = (column: string) => columnName(item.group, column, item.inputs, texts)
  const unit = (u: string) => unitName(u, texts, language)
  return (
    <div className={css.lookup}>
      <form onSubmit={submit} noValidate className={css.ask}>
        <p className={css.small}>{t('interpolate.lookup.hint')}</p>
        {inputs.map((c) => (
          <TextInput
            key={c.name}
            label={name(c.name)}
            inputMode="decimal"
            autoComplete="off"
            rightSection={<span className={css.suffix}>{unit(c.unit)}</span>}
            rightSectionWidth={unit(c.unit).length * 7 + 16}
            value={typed[c.name] ?? ''}
            error={wrong[c.name]}
            onChange={(e) => {
              const { value } = e.currentTarget
              setTyped((all) => ({ ...all, [c.name]: value }))
            }}
          />
        ))}
        <Radio.Group
          label={t('interpolate.lookup.mode')}
          value={mode}
          onChange={(v) => setMode(v as 'calculator' | 'loop')}
        >
          <div className={css.modes}>
            <Radio value="calculator" label={t('interpolate.lookup.calculator')} />
            <Radio value="loop" label={t('interpolate.lookup.loop')} />
          </div>
        </Radio.Group>
        <Button type="submit" loading={lookup.isPending}>
          {t('interpolate.lookup.act')}
        </Button>
      </form>
      <div className={css.answer} aria-live="polite">
        {lookup.error && <FormAlert kind="failed">{reasonOf(lookup.error)}</FormAlert>}
        {found && (
          <>
            <p className={css.result}>
              <span className={css.small}>
                {t('interpolate.lookup.result')}: {name(output.name)}
              </span>
              <span>
                <b>{number(found.value, Math.max(3, Math.min(6, decimalsOf(rows, columns.length - 1))))}</b>{' '}
                {unit(found.unit)}
              </span>
            </p>
            {found.code && <FormAlert kind="info">{t('interpolate.lookup.extended')}</FormAlert>}
            <PlainTable
              className={tableCss.table}
              cards
              label={t('interpolate.lookup.used')}
              caption={<caption className={css.caption}>{t('interpolate.lookup.used')}</caption>}
              rows={found.used}
              rowKey={(used) => used.row}
              columns={[
                {
                  id: 'row',
                  head: t('interpolate.grid.row'),
                  align: 'number',
                  rowHeader: true,
                  cell: (used) => used.row,
                },
                ...columns.map((c, i) => ({
                  id: c.name,
                  head: `${name(c.name)} ${c.unit && `(${unit(c.unit)})`}`,
                  phoneLabel: name(c.name),
                  align: 'number' as const,
                  cell: (used: (typeof found.used)[number]) => number(used.values[i], decimalsOf(rows, i)),
                })),
              ]}
            />
          </>
        )}
      </div>
    </div>
  )
}
