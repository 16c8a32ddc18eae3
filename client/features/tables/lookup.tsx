import { Button, Radio, TextInput } from '@mantine/core'
import { lookupTable } from '#contract/tables.ts'
import type { TableDetail } from '#contract/tables/table.ts'
import { number } from '../../lib/format.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useForm, type Typed } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { Form, FormAlert } from '../../ui/form/index.ts'
import { PlainTable, tableCss } from '../../ui/table/index.ts'
import { columnName, tableDecimals, unitName } from './groups.ts'
import { useTableLookup } from './queries.ts'
import textCss from '../../ui/text.module.css'
import css from './tables.module.css'

/** Looks up typed values, and shows the rows used, or why there is no value. */
export function TableLookup({ item }: { item: TableDetail }) {
  const { t, texts, language } = useText()
  const { columns, rows } = item.table
  const inputs = columns
    .slice(0, -1)
    .filter((c) => !(item.inputs === 1 && c.name === 'z' && item.group === 'ZAoAc'))
  const output = columns[columns.length - 1]
  const lookup = useTableLookup()
  const form = useForm({
    schema: lookupTable.body!,
    values: { inputs: inputs.map((): Typed => ({ typed: '' })), mode: 'calculator' },
    body: ({ inputs: typed, mode }) => ({ id: item.id, version: item.version, inputs: typed, mode }),
    rules: ({ inputs: typed }) =>
      Object.fromEntries(
        typed.map((v, i) => [`inputs.${i}`, v.typed.trim() === '' && t('interpolate.lookup.number')]),
      ),
  })

  const found = lookup.data
  const name = (column: string) => columnName(item.group, column, item.inputs, texts)
  const unit = (u: string) => unitName(u, texts, language)
  return (
    <div className={css.lookup}>
      <Form
        form={form}
        className={css.ask}
        alert={false}
        // A refusal is a result too, shown in place of the value.
        onSubmit={(body) => lookup.run({ body }).catch(() => null)}
      >
        <p className={textCss.hint}>{t('interpolate.lookup.hint')}</p>
        {inputs.map((c, i) => (
          <TextInput
            key={c.name}
            {...form.decimal(`inputs.${i}`)}
            label={name(c.name)}
            inputMode="decimal"
            rightSection={<span className={textCss.small}>{unit(c.unit)}</span>}
            rightSectionWidth={unit(c.unit).length * 7 + 16}
          />
        ))}
        <Radio.Group
          label={t('interpolate.lookup.mode')}
          value={form.values.mode}
          onChange={(v) => form.set('mode', v)}
        >
          <div className={css.modes}>
            <Radio value="calculator" label={t('interpolate.lookup.calculator')} />
            <Radio value="loop" label={t('interpolate.lookup.loop')} />
          </div>
        </Radio.Group>
        <Button type="submit" loading={form.busy}>
          {t('interpolate.lookup.act')}
        </Button>
      </Form>
      <div className={css.answer} aria-live="polite">
        {lookup.error && <FormAlert kind="failed">{reasonOf(lookup.error)}</FormAlert>}
        {found && (
          <>
            <p className={css.result}>
              <span className={textCss.hint}>
                {t('interpolate.lookup.result')}: {name(output.name)}
              </span>
              <span>
                <b>
                  {number(found.value, Math.max(3, Math.min(6, tableDecimals(rows, columns.length - 1))))}
                </b>{' '}
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
                  cell: (used: (typeof found.used)[number]) => number(used.values[i], tableDecimals(rows, i)),
                })),
              ]}
            />
          </>
        )}
      </div>
    </div>
  )
}
