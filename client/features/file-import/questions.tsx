import { Button, Radio } from '@mantine/core'
import type { ImportReport } from '#contract/imports.ts'
import { reasonOf } from '../../lib/failures.ts'
import { duration, number, upToSix } from '../../lib/format.ts'
import { itemCalls, useItems, type ItemInput } from '../../lib/items.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { FormAlert } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './imports.module.css'
import { localText } from './words.ts'

type Found = ImportReport['columns'][number]
type Period = NonNullable<Found['period']>
export type ExtremesAnswer = 'keep' | 'reject'

const EXTREMES_SHOWN = 5

/** Lists values far outside the usual range of their column, and asks what to do with them. */
export function ExtremesQuestion({
  columns,
  answer,
  onAnswer,
}: {
  columns: readonly Found[]
  answer: ExtremesAnswer | null
  onAnswer: (answer: ExtremesAnswer) => void
}) {
  const { t, language } = useText()
  return (
    <section className={css.question} aria-label={t('imports.extremes.title')}>
      <h3 className={css.subtitle}>
        <Icon name="warning" size={18} /> {t('imports.extremes.title')}
      </h3>
      <ul className={css.rejects}>
        {columns.map(({ series, column, unit, extremes }) => (
          <li key={series}>
            {t('imports.extremes.column', {
              column,
              n: number(extremes!.count, 0),
              limit: upToSix(extremes!.limit),
              decile: upToSix(extremes!.decile),
              unit,
            })}
            <ul>
              {extremes!.largest.slice(0, EXTREMES_SHOWN).map((x) => (
                <li key={`${x.sheet} ${x.row}`}>
                  <strong>
                    {upToSix(x.value)} {unit}
                  </strong>
                  , {localText(x.time, language)},{' '}
                  {t(x.sheet === undefined ? 'setup.line' : 'imports.lineOf', {
                    n: x.row,
                    sheet: x.sheet ?? '',
                  })}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Radio.Group
        label={t('imports.extremes.ask')}
        value={answer}
        onChange={(v) => onAnswer(v as ExtremesAnswer)}
      >
        <div className={css.answers}>
          <Radio value="reject" label={t('imports.extremes.reject')} />
          <Radio value="keep" label={t('imports.extremes.keep')} />
        </div>
      </Radio.Group>
    </section>
  )
}

/** Items whose described period differs from the file's, each with a button that sets it. */
export function PeriodQuestion({ column }: { column: Found }) {
  const { t, language } = useText()
  const { described, items } = column.period!
  const step = column.step!
  return (
    <section className={css.question} aria-label={t('imports.period.title')}>
      <p>
        <Icon name="clock" size={18} />{' '}
        {t('imports.period.ask', {
          column: column.column,
          file: duration(step * 1000, language),
          described: duration(described * 1000, language),
        })}
      </p>
      <ul className={css.answers}>
        {items.map((item) => (
          <PeriodItem key={`${item.noun} ${item.id}`} item={item} every={step} />
        ))}
      </ul>
    </section>
  )
}

function PeriodItem({ item, every }: { item: Period['items'][number]; every: number }) {
  const { t, language } = useText()
  const may = useCan(item.noun === 'station' ? 'stations.update' : 'information.update')
  const versions = useItems(item.noun)
  const act = useAct(itemCalls(item.noun).change, { quiet: true })
  const version = versions.data?.find((v) => v.id === item.id)

  function set() {
    if (!version) return
    const body = { ...version.body, every } as ItemInput<typeof item.noun>
    void act.run({
      params: { id: item.id },
      body: { version: version.version, body, reason: t('imports.period.reason') },
    })
  }

  return (
    <li>
      <Button
        size="compact-sm"
        variant="default"
        disabled={!may || !version}
        loading={act.busy}
        onClick={set}
      >
        {t('imports.period.set', { name: item.name, file: duration(every * 1000, language) })}
      </Button>
      {act.error && <FormAlert kind="failed">{reasonOf(act.error)}</FormAlert>}
    </li>
  )
}
