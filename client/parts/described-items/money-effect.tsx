import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { previewPrices } from '#contract/revenue.ts'
import { toLocal } from '#core/time/index.ts'
import { reasonOf } from '../../lib/failures.ts'
import { number, signed } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { FormAlert } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import { PlainTable } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'

/** Changes of tariffs, calendars and deductions, as a call takes them. */
export type PriceChanges = Parameters<
  ReturnType<typeof useAct<typeof previewPrices>>['run']
>[0]['body']['changes']

/** What changes of prices do to the revenue of every month that they touch. null: the draft is not complete yet. */
export function MoneyEffect({ changes }: { changes: PriceChanges | null }) {
  const { t } = useText()
  const preview = useAct(previewPrices, { quiet: true })
  const [shown, setShown] = useState<{ data: Output<typeof previewPrices>; of: string } | null>(null)
  const label = useId()
  const of = JSON.stringify(changes)

  async function run() {
    if (!changes) return
    setShown(null)
    setShown({ data: await preview.run({ body: { changes } }), of })
  }
  return (
    <section aria-labelledby={label} className={layoutCss.column}>
      <h3 id={label} className={textCss.hint}>
        {t('moneyEffect.title')}
      </h3>
      <div>
        <Button
          variant="default"
          leftSection={<Icon name="eye" size={16} />}
          disabled={changes === null}
          loading={preview.busy}
          // The failure is shown below.
          onClick={() => void run().catch(() => undefined)}
        >
          {t('moneyEffect.ask')}
        </Button>
      </div>
      {changes === null && <p className={textCss.hint}>{t('difference.incomplete')}</p>}
      <div aria-live="polite">
        {preview.error !== null && preview.error !== undefined && !preview.busy && (
          <FormAlert kind="failed">{reasonOf(preview.error)}</FormAlert>
        )}
        {shown && shown.of !== of && <p className={textCss.hint}>{t('difference.old')}</p>}
        {shown && <Months data={shown.data} />}
      </div>
    </section>
  )
}

function Months({ data }: { data: Output<typeof previewPrices> }) {
  const { t } = useText()
  const zone = useZone() ?? 'UTC'
  if (data.compared === 0) return <p className={textCss.none}>{t('moneyEffect.nothing')}</p>
  if (data.months.length === 0)
    return <p className={textCss.none}>{t('moneyEffect.same', { n: data.compared })}</p>
  const vnd = (v: number) => number(v, 0)
  const change = ({ before, after }: { before: number; after: number }) => after - before
  // Deductions may change what remains alone, and a change may only move money between classes.
  const netDiffers = data.months.some((m) => change(m.vnd) !== change(m.net_vnd))
  const isMoved = data.months.every((m) => change(m.vnd) === 0 && change(m.net_vnd) === 0)
  return (
    <div className={layoutCss.scrollAcross} tabIndex={0} role="group" aria-label={t('moneyEffect.title')}>
      <PlainTable
        className={layoutCss.table}
        label={t('moneyEffect.title')}
        rows={data.months}
        rowKey={(m) => m.from}
        columns={[
          {
            id: 'month',
            head: t('moneyEffect.month'),
            rowHeader: true,
            cell: (m) => toLocal(m.from, zone).slice(0, 7).split('-').reverse().join('/'),
          },
          { id: 'before', head: t('moneyEffect.before'), align: 'number', cell: (m) => vnd(m.vnd.before) },
          { id: 'after', head: t('moneyEffect.after'), align: 'number', cell: (m) => vnd(m.vnd.after) },
          {
            id: 'difference',
            head: t('moneyEffect.difference'),
            align: 'number',
            cell: (m) => signed(change(m.vnd), 0),
          },
          ...(netDiffers
            ? [
                {
                  id: 'net',
                  head: t('moneyEffect.net'),
                  align: 'number' as const,
                  cell: (m: (typeof data.months)[number]) => signed(change(m.net_vnd), 0),
                },
              ]
            : []),
        ]}
        foot={[
          { content: t('moneyEffect.total'), rowHeader: true },
          { content: vnd(data.total.vnd.before), align: 'number' },
          { content: vnd(data.total.vnd.after), align: 'number' },
          { content: signed(change(data.total.vnd), 0), align: 'number' },
          ...(netDiffers
            ? [{ content: signed(change(data.total.net_vnd), 0), align: 'number' as const }]
            : []),
        ]}
      />
      {isMoved && <p className={textCss.hint}>{t('moneyEffect.moved')}</p>}
    </div>
  )
}
