import { number } from '../../lib/format.ts'
import { useOptions, useSeriesNames } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import {
  ItemList,
  CheckField,
  itemsCss,
  NumberChoice,
  NumberField,
  SeriesField,
  TextField,
} from '../../parts/described-items/index.ts'
import textCss from '../../ui/text.module.css'
import { YesNo } from './mark.tsx'
import { useSeenAt } from './when.tsx'

/** Level positions, and how a reading becomes a level. */
export function PositionsTab() {
  const { t } = useText()
  const options = useOptions().data
  const series = useSeriesNames().data
  const named = (list: readonly { id: number; name: string }[] | undefined, id: number) =>
    list?.find((o) => o.id === id)?.name ?? id
  return (
    <ItemList
      noun="position"
      update="information.update"
      at={useSeenAt().at}
      icon="water"
      label={t('hydropower.tabs.positions')}
      columns={[
        { label: t('fieldOf.position.type'), cell: (p) => named(options?.measure_positions, p.type) },
        {
          label: t('fieldOf.position.series'),
          cell: (p) => series?.find((s) => s.code === p.series)?.name ?? p.series,
        },
        { label: t('fieldOf.position.gain'), number: true, cell: (p) => String(p.gain) },
        {
          label: `${t('fieldOf.position.offset')} (m)`,
          number: true,
          cell: (p) => number(p.offset, 3),
        },
        { label: t('fieldOf.position.method'), cell: (p) => named(options?.measure_methods, p.method) },
        { label: t('hydropower.inMean'), cell: (p) => <YesNo on={p.average} /> },
        { label: `${t('fieldOf.position.every')} (s)`, number: true, cell: (p) => String(p.every) },
      ]}
      words={{
        add: t('hydropower.addPosition'),
        none: t('hydropower.noPositions'),
        hint: t('hydropower.noPositionsHint'),
        hintView: t('hydropower.noPositionsView'),
      }}
      start={() => ({ name: '', type: 1, gain: 1, offset: 0, method: 1, average: true, every: 300 })}
      form={(form) => <Form form={form} />}
    />
  )
}

function Form({ form }: { form: AnyForm }) {
  const { t } = useText()
  const options = useOptions().data
  const gain = form.number('gain')
  const offset = form.number('offset')
  return (
    <>
      <TextField path="name" data-autofocus maxLength={200} />
      <div className={itemsCss.row}>
        <NumberChoice path="type" data={options?.measure_positions} />
        <NumberChoice path="method" data={options?.measure_methods} />
      </div>
      <SeriesField path="series" units={['m', 'cm', 'mm']} />
      <fieldset className={itemsCss.group}>
        <legend>{t('hydropower.calibration')}</legend>
        <div className={itemsCss.row}>
          <NumberField path="gain" />
          <NumberField path="offset" />
        </div>
        {gain !== null && offset !== null && (
          <p className={textCss.none}>
            {t('hydropower.formula', {
              gain: String(gain),
              sign: offset < 0 ? '−' : '+',
              offset: String(Math.abs(offset)),
            })}
          </p>
        )}
      </fieldset>
      <CheckField path="average" description={t('hydropower.averageHint')} />
      <NumberField path="every" description={t('hydropower.everyPositionHint')} />
    </>
  )
}
