import { Button, UnstyledButton } from '@mantine/core'
import { Fragment, useId, useState } from 'react'
import type { BundlePlan, PlannedItem } from '#contract/changes.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { tableCss as table } from '../../ui/page/index.tsx'
import { usePeriod } from '../../parts/described-items/index.ts'
import css from './changes.module.css'
import { Differences } from './differences.tsx'
import type { Chosen } from './chosen.ts'
import { useMayRestore } from './may.ts'

const ORDER = { retire: 0, change: 1, add: 2, same: 3 } as const

/** What an import would do, item by item; all of it or one item can be taken. */
export function Plan({ plan, onChoose }: { plan: BundlePlan; onChoose: (chosen: Chosen) => void }) {
  const { t } = useText()
  const acting = plan.items.filter((i) => i.act !== 'same').sort((a, b) => ORDER[a.act] - ORDER[b.act])
  const count = (act: PlannedItem['act']) => acting.filter((i) => i.act === act).length
  if (acting.length === 0 && plan.series.length === 0)
    return (
      <p className={css.same}>
        <Icon name="check" size={16} /> {t('changesPage.planSame')}
      </p>
    )
  return (
    <>
      <div className={css.choose}>
        <strong role="status">
          {t('changesPage.planCount', {
            add: count('add'),
            change: count('change'),
            retire: count('retire'),
            series: plan.series.length,
          })}
        </strong>
        <Button onClick={() => onChoose('all')}>{t('changesPage.importAll')}</Button>
      </div>
      <div className={table.scroll} tabIndex={0} role="group" aria-label={t('changesPage.importTitle')}>
        <table className={table.table} aria-label={t('changesPage.importTitle')}>
          <thead>
            <tr>
              <th scope="col">{t('changesPage.act')}</th>
              <th scope="col">{t('changesPage.item')}</th>
              <th scope="col">{t('changesPage.effective')}</th>
              <th scope="col">
                <span className="sr">{t('changesPage.what')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {acting.map((i) => (
              <Line key={`${i.noun} ${i.id}`} item={i} onChoose={onChoose} />
            ))}
            {plan.series.map((s) => (
              <tr key={s.code} className={css.line}>
                <th scope="row">{t(`changesPage.planAct.${s.act}`)}</th>
                <td data-label={t('changesPage.item')}>
                  {t('changesPage.planSeries')} <span className={table.small}>· {s.code}</span>
                </td>
                <td data-empty />
                <td data-empty />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Line({ item: i, onChoose }: { item: PlannedItem; onChoose: (chosen: Chosen) => void }) {
  const { t, texts } = useText()
  const period = usePeriod()
  const may = useMayRestore()(i.noun)
  const [open, setOpen] = useState(false)
  const id = useId()
  const noun = texts.nounOf[i.noun]
  const name = i.name ?? (i.id === i.noun ? noun : i.id)
  return (
    <Fragment>
      <tr data-open={open || undefined} className={css.line}>
        <th scope="row">
          <span className={css.act} data-act={i.act}>
            {i.act === 'retire' && <Icon name="trash" size={14} />}
            {t(`changesPage.planAct.${i.act}`)}
          </span>
        </th>
        <td data-label={t('changesPage.item')} className={css.item}>
          {noun}
          {name !== noun && <span className={table.small}> · {name}</span>}
        </td>
        <td data-label={t('changesPage.effective')}>{i.periods.map(period).join('; ')}</td>
        <td className={table.acts}>
          <UnstyledButton
            className={css.more}
            aria-expanded={open}
            aria-controls={id}
            aria-label={t('changesPage.show', { what: name })}
            onClick={() => setOpen(!open)}
          >
            <Icon name="down" size={16} />
          </UnstyledButton>
        </td>
      </tr>
      {open && (
        <tr id={id} className={css.detail}>
          <td colSpan={4}>
            <div className={css.inside}>
              {i.periods.map((p) => (
                <div key={String(p.from)} className={css.part}>
                  {i.periods.length > 1 && <p className={table.small}>{period(p)}</p>}
                  <Differences noun={i.noun} list={p.differences} />
                </div>
              ))}
              {may && (
                <div className={css.buttons}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('changesPage.importOne', { name })}
                    onClick={() => onChoose({ noun: i.noun, id: i.id, name })}
                  >
                    {t('changesPage.importOneShort')}
                  </Button>
                </div>
              )}
            </div>
          </td>
        </tr>
      )}
    </Fragment>
  )
}
