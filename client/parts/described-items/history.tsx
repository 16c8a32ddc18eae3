import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ItemNoun } from '#contract/items.ts'
import { dateTime } from '../../lib/format.ts'
import { differenceWords } from '../../lib/item-words.ts'
import { useItemHistory, useOptions } from '../../lib/items.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { PlainTable, tableCss } from '../../ui/table/index.ts'
import { eventsOf, type Event } from './events.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './items.module.css'
import { usePeriod } from './period.ts'

/** History of an item: who, when, why, over which period, and what changed, in words. */
export function ItemHistory(props: { noun: ItemNoun; id: string; name: string; onClose: () => void }) {
  const { noun, id, name, onClose } = props
  const { t } = useText()
  const history = useItemHistory(noun, id)
  return (
    <Dialog
      opened
      title={t('items.historyTitle', { name })}
      width={680}
      onClose={onClose}
      actions={(leave) => (
        <Button variant="default" onClick={leave} data-autofocus>
          {t('act.close')}
        </Button>
      )}
    >
      <Loaded query={history} what={t('items.history')} height={240}>
        {(versions) => {
          const events = eventsOf(versions)
          return events.length === 0 ? (
            <Empty icon="log" title={t('items.historyEmpty')} />
          ) : (
            <ol className={layoutCss.columnApart}>
              {events.map((e) => (
                <One key={e.at} noun={noun} event={e} />
              ))}
            </ol>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

function One({ noun, event: e }: { noun: ItemNoun; event: Event }) {
  const { t, language } = useText()
  const zone = useZone()
  const period = usePeriod()
  const [open, setOpen] = useState(false)
  const kind =
    e.kind === 'add'
      ? t('items.eventAdd')
      : e.kind === 'retire'
        ? t('items.eventRetire')
        : t(e.differences.length === 0 ? 'items.eventSame' : 'items.eventChange')
  const when = dateTime(e.at, zone ?? 'UTC', language) + (zone ? '' : ' UTC')
  return (
    <li className={css.event}>
      <header className={css.eventHead}>
        <strong>{kind}</strong>
        <span className={textCss.small}>{t('items.by', { who: e.author ?? t('items.program'), when })}</span>
      </header>
      <p className={textCss.small}>
        {t('items.period')}: {period(e)}
      </p>
      {e.reason && <p>{t('items.because', { reason: e.reason })}</p>}
      {e.differences.length > 0 &&
        (e.kind === 'change' || open ? (
          <Differences noun={noun} event={e} />
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {t('items.showAll', { n: e.differences.length })}
          </Button>
        ))}
    </li>
  )
}

function Differences({ noun, event }: { noun: ItemNoun; event: Event }) {
  const { t, texts } = useText()
  const options = useOptions().data
  return (
    <PlainTable
      className={`${tableCss.changes} ${css.differences}`}
      rows={event.differences.map((d) => ({ ...differenceWords(noun, d, options, texts), path: d.path }))}
      rowKey={(d, i) => `${i} ${d.path.join('.')}`}
      columns={[
        { id: 'field', head: t('items.field'), rowHeader: true, cell: (d) => d.field },
        event.kind !== 'add' && { id: 'before', head: t('items.before'), cell: (d) => d.before },
        { id: 'after', head: t('items.after'), cell: (d) => d.after },
      ]}
    />
  )
}
