import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { saveThiessen } from '#contract/geo.ts'
import type { Permission } from '#core/access/index.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { number } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Changed, FormAlert } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { PlainTable, tableCss } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './basin.module.css'
import { weightChanges, shareOf, sumOf, typedOf, usedOf, type TypedWeights } from './draft.ts'
import { useGaugeWeights, type GaugeWeights } from './queries.ts'

const DECIMALS = 3

/** What was typed over the weights that were read; kept until it is saved or undone. */
interface WeightsDraft {
  base: GaugeWeights
  typed: TypedWeights
}

/** Weights of the rain gauges, computed, entered and in force, with a check that they sum to 1. */
export function WeightsSection({ read }: { read: GaugeWeights }) {
  const { t } = useText()
  const mayUpdate = useCan(saveThiessen.access as Permission)
  const [draft, setDraft] = useState<WeightsDraft | null>(null)
  const [tried, setTried] = useState(false)
  const save = useAct(saveThiessen, { quiet: true })
  const current = useGaugeWeights()
  const conflict = save.error instanceof CallError && save.error.code === 'conflict'
  const { base, typed } = draft ?? { base: read, typed: typedOf(read) }
  const { stations } = base
  const { sum, good } = sumOf(base, typed)
  const changes = weightChanges(base, typed)
  const touched = changes === null || changes.length > 0
  const outlined = stations.some((s) => s.computed !== null)
  const type = (part: TypedWeights) => setDraft({ base, typed: { ...typed, ...part } })

  function submit() {
    setTried(true)
    if (changes === null || changes.length === 0) return
    void save.run({ body: { weights: changes } }).then(() => {
      begin()
      notice('done', `${t('basin.weightsSaved')}. ${t('basin.weightsRecompute')}`)
    })
  }
  /** Starts again from the weights that were read. */
  function begin() {
    setDraft(null)
    setTried(false)
    save.reset()
  }

  return (
    <section className={layoutCss.column} aria-label={t('basin.weights')}>
      <h2 className={textCss.heading}>{t('basin.weights')}</h2>
      <p className={css.small}>{t('basin.weightsHint')}</p>
      {stations.length === 0 ? (
        <Empty icon="basin" title={t('basin.weightsNone')} hint={t('basin.weightsNoneHint')} />
      ) : (
        <>
          {!outlined && <p className={css.small}>{t('basin.weightsNoOutline')}</p>}
          {conflict && (
            <Changed
              text={t('basin.conflictWeights')}
              reload={t('act.reload')}
              busy={current.isFetching}
              onReload={() => void current.refetch().then(begin)}
            />
          )}
          {save.error && !conflict && <FormAlert kind="failed">{reasonOf(save.error)}</FormAlert>}
          <div
            className={`${tableCss.scroll} ${css.table}`}
            tabIndex={0}
            role="group"
            aria-label={t('basin.weights')}
          >
            <PlainTable
              className={tableCss.table}
              cards
              label={t('basin.weights')}
              rows={stations}
              rowKey={(s) => s.id}
              columns={[
                {
                  id: 'station',
                  head: t('basin.station'),
                  rowHeader: true,
                  cell: (s) => (
                    <>
                      {s.name} <span className={textCss.small}>{s.code}</span>
                    </>
                  ),
                },
                {
                  id: 'computed',
                  head: t('basin.computed'),
                  align: 'number',
                  cell: (s) => number(s.computed, DECIMALS),
                },
                {
                  id: 'entered',
                  head: t('basin.entered'),
                  align: 'number',
                  cell: (s) => {
                    if (!mayUpdate) return number(s.stored, DECIMALS)
                    const text = typed[s.id] ?? ''
                    const wrong = shareOf(text) === undefined
                    return (
                      <TextInput
                        size="xs"
                        className={css.share}
                        value={text}
                        inputMode="decimal"
                        autoComplete="off"
                        aria-label={t('basin.enteredOf', { name: s.name })}
                        error={wrong && (tried || text !== '') ? t('basin.share') : undefined}
                        onChange={(e) => type({ [s.id]: e.currentTarget.value })}
                      />
                    )
                  },
                },
                {
                  id: 'used',
                  head: t('basin.used'),
                  align: 'number',
                  cell: (s) => number(usedOf(s, typed[s.id] ?? '', stations.length), DECIMALS),
                },
              ]}
              foot={[
                {
                  rowHeader: true,
                  span: 3,
                  content: (
                    <span className={css.sum} data-wrong={!good || undefined} role="status">
                      <Icon name={good ? 'check' : 'warning'} size={16} />
                      {t('basin.sum')}: {number(sum, DECIMALS)}.{' '}
                      {t(good ? 'basin.sumGood' : 'basin.sumWrong')}
                    </span>
                  ),
                },
                { align: 'number', content: <strong>{number(sum, DECIMALS)}</strong> },
              ]}
            />
          </div>
          {mayUpdate && (
            <div className={layoutCss.row}>
              <Button disabled={!touched} loading={save.busy} onClick={submit}>
                {t('basin.weightsSave')}
              </Button>
              <Button variant="default" disabled={!touched} onClick={() => setDraft(null)}>
                {t('basin.undo')}
              </Button>
              {outlined && stations.some((s) => (typed[s.id] ?? '') !== '') && (
                <Button
                  variant="subtle"
                  color="gray"
                  onClick={() => type(Object.fromEntries(stations.map((s) => [s.id, ''])))}
                >
                  {t('basin.useComputed')}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </section>
  )
}
