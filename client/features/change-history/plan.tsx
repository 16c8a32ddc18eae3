import { Button } from '@mantine/core'
import type { BundlePlan, PlannedItem } from '#contract/changes.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { DataTable } from '../../ui/table/index.ts'
import { usePeriod } from '../../parts/described-items/index.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './changes.module.css'
import { Differences } from './differences.tsx'
import type { Chosen } from './chosen.ts'
import { useMayRestore } from './may.ts'

const ORDER = { retire: 0, change: 1, add: 2, same: 3 } as const

/** An item that would change, or a series that it needs. */
type Row = { item: PlannedItem } | { item?: undefined; series: BundlePlan['series'][number] }

/** Lists what an import would do, item by item; all of it or one item can be imported. */
export function ImportPlan({ plan, onChoose }: { plan: BundlePlan; onChoose: (chosen: Chosen) => void }) {
  const { t, texts } = useText()
  const period = usePeriod()
  const noun = (i: PlannedItem) => texts.nounOf[i.noun]
  const name = (i: PlannedItem) => i.name ?? (i.id === i.noun ? noun(i) : i.id)
  const acting = plan.items.filter((i) => i.act !== 'same').sort((a, b) => ORDER[a.act] - ORDER[b.act])
  const rows: Row[] = [...acting.map((item) => ({ item })), ...plan.series.map((series) => ({ series }))]
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
      <DataTable
        label={t('changesPage.importTitle')}
        rows={rows}
        rowKey={(r) => (r.item ? `${r.item.noun} ${r.item.id}` : r.series.code)}
        columns={[
          {
            id: 'act',
            head: t('changesPage.act'),
            rowHeader: true,
            value: (r) => t(`changesPage.planAct.${(r.item ?? r.series).act}`),
            cell: (r) =>
              r.item ? (
                <span className={`${layoutCss.inline} ${css.act}`} data-act={r.item.act}>
                  {r.item.act === 'retire' && <Icon name="trash" size={14} />}
                  {t(`changesPage.planAct.${r.item.act}`)}
                </span>
              ) : (
                t(`changesPage.planAct.${r.series.act}`)
              ),
          },
          {
            id: 'item',
            head: t('changesPage.item'),
            attributes: (r) => ({ className: r.item ? css.item : undefined }),
            value: (r) => (r.item ? `${noun(r.item)} · ${name(r.item)}` : r.series.code),
            cell: (r) =>
              r.item ? (
                <>
                  {noun(r.item)}
                  {name(r.item) !== noun(r.item) && <span className={textCss.small}> · {name(r.item)}</span>}
                </>
              ) : (
                <>
                  {t('changesPage.planSeries')} <span className={textCss.small}>· {r.series.code}</span>
                </>
              ),
          },
          {
            id: 'effective',
            head: t('changesPage.effective'),
            hideOnPhone: (r) => !r.item,
            value: (r) => r.item?.periods.map(period).join('; '),
          },
        ]}
        detail={{
          head: t('changesPage.what'),
          has: (r) => r.item !== undefined,
          label: (r) => t('changesPage.show', { what: r.item ? name(r.item) : r.series.code }),
          content: (r) => r.item && <Detail item={r.item} name={name(r.item)} onChoose={onChoose} />,
        }}
      />
    </>
  )
}

interface Props {
  item: PlannedItem
  name: string
  onChoose: (chosen: Chosen) => void
}

function Detail({ item: i, name, onChoose }: Props) {
  const { t } = useText()
  const period = usePeriod()
  const may = useMayRestore()(i.noun)
  return (
    <div className={`${layoutCss.columnClose} ${css.inside}`}>
      {i.periods.map((p) => (
        <div key={String(p.from)} className={`${layoutCss.columnClose} ${css.part}`}>
          {i.periods.length > 1 && <p className={textCss.small}>{period(p)}</p>}
          <Differences noun={i.noun} list={p.differences} />
        </div>
      ))}
      {may && (
        <div className={layoutCss.row}>
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
  )
}
