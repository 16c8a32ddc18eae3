import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { saveThiessen } from '#contract/geo.ts'
import type { Permission } from '#core/access/index.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { number } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/who.ts'
import { Changed, FormAlert } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { tableCss as table } from '../../ui/page/index.tsx'
import { Empty } from '../../ui/state.tsx'
import css from './basin.module.css'
import { changesOf, shareOf, sumOf, typedOf, usedOf } from './draft.ts'
import { useSaveThiessen, useThiessen, type Thiessen } from './queries.ts'

const DECIMALS = 3

/** What each rain gauge stands for: computed, entered, used; and whether the weights sum to 1. */
export function Weights({ held }: { held: Thiessen }) {
  const { t } = useText()
  const mayUpdate = useCan(saveThiessen.access as Permission)
  const [typed, setTyped] = useState(() => typedOf(held))
  const [tried, setTried] = useState(false)
  const save = useSaveThiessen()
  const current = useThiessen()
  const conflict = save.error instanceof CallError && save.error.code === 'conflict'
  const { stations } = held
  const { sum, good } = sumOf(held, typed)
  const changes = changesOf(held, typed)
  const touched = changes === null || changes.length > 0
  const outlined = stations.some((s) => s.computed !== null)

  function submit() {
    setTried(true)
    if (changes === null || changes.length === 0) return
    // With new versions this part begins anew: what waits for the call must outlive it.
    save
      .mutateAsync({ weights: changes })
      .then(() => notice('done', `${t('basin.weightsSaved')}. ${t('basin.weightsRecompute')}`))
      .catch(() => {})
  }

  return (
    <section className={css.section} aria-label={t('basin.weights')}>
      <h2>{t('basin.weights')}</h2>
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
              onReload={() => void current.refetch()}
            />
          )}
          {save.error && !conflict && <FormAlert kind="failed">{reasonOf(save.error)}</FormAlert>}
          <div
            className={`${table.scroll} ${css.table}`}
            tabIndex={0}
            role="group"
            aria-label={t('basin.weights')}
          >
            <table className={table.table} aria-label={t('basin.weights')}>
              <thead>
                <tr>
                  <th scope="col">{t('basin.station')}</th>
                  <th scope="col" className={table.number}>
                    {t('basin.computed')}
                  </th>
                  <th scope="col" className={table.number}>
                    {t('basin.entered')}
                  </th>
                  <th scope="col" className={table.number}>
                    {t('basin.used')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {stations.map((s) => {
                  const text = typed[s.id] ?? ''
                  const wrong = shareOf(text) === undefined
                  return (
                    <tr key={s.id}>
                      <th scope="row">
                        {s.name} <span className={table.small}>{s.code}</span>
                      </th>
                      <td data-label={t('basin.computed')} className={table.number}>
                        {number(s.computed, DECIMALS)}
                      </td>
                      <td data-label={t('basin.entered')} className={table.number}>
                        {mayUpdate ? (
                          <TextInput
                            size="xs"
                            className={css.share}
                            value={text}
                            inputMode="decimal"
                            autoComplete="off"
                            aria-label={t('basin.enteredOf', { name: s.name })}
                            error={wrong && (tried || text !== '') ? t('basin.share') : undefined}
                            onChange={(e) => {
                              const { value } = e.currentTarget
                              setTyped((now) => ({ ...now, [s.id]: value }))
                            }}
                          />
                        ) : (
                          number(s.stored, DECIMALS)
                        )}
                      </td>
                      <td data-label={t('basin.used')} className={table.number}>
                        {number(usedOf(s, text, stations.length), DECIMALS)}
                      </td>
                    </tr>
                  )
                })}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row" colSpan={3}>
                    <span className={css.sum} data-wrong={!good || undefined} role="status">
                      <Icon name={good ? 'check' : 'warning'} size={16} />
                      {t('basin.sum')}: {number(sum, DECIMALS)}.{' '}
                      {t(good ? 'basin.sumGood' : 'basin.sumWrong')}
                    </span>
                  </th>
                  <td className={table.number}>
                    <strong>{number(sum, DECIMALS)}</strong>
                  </td>
                </tr>
              </tfoot>
            </table>
          </div>
          {mayUpdate && (
            <div className={css.acts}>
              <Button disabled={!touched} loading={save.isPending} onClick={submit}>
                {t('basin.weightsSave')}
              </Button>
              <Button variant="default" disabled={!touched} onClick={() => setTyped(typedOf(held))}>
                {t('basin.undo')}
              </Button>
              {outlined && stations.some((s) => (typed[s.id] ?? '') !== '') && (
                <Button
                  variant="subtle"
                  color="gray"
                  onClick={() => setTyped(Object.fromEntries(stations.map((s) => [s.id, ''])))}
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
