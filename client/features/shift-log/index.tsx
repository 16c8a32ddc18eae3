import { useState } from 'react'
import type { TimelineItem } from '#contract/timeline.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { usualOf } from '../../lib/address-fields.ts'
import { serverNow } from '../../lib/clock.ts'
import { timeNear } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan, useProfile } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Paging } from '../../ui/paging/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { ChangeOperator } from './change.tsx'
import { CorrectShiftEntry } from './correct.tsx'
import { OnDuty } from './duty.tsx'
import { ShiftLogFilterBar } from './filter-bar.tsx'
import { SHIFT_LOG_FIELDS } from './filter.ts'
import { ShiftEntryHistory, WithdrawShiftEntry } from './history.tsx'
import { useDuty, useTimeline } from './queries.ts'
import { QuickEntry } from './quick.tsx'
import { Timeline, type ShiftEntryAct } from './timeline.tsx'
import textCss from '../../ui/text.module.css'
import css from './shift-log.module.css'

/** Page of the shift log: who is on duty, their entries, and everything else that happened. */
export default function ShiftLog() {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const { hydro_code: hydro } = useProfile()
  const mayWrite = useCan('log.update')
  const address = useAddress(SHIFT_LOG_FIELDS)
  const { filter, show, filtered } = address
  const duty = useDuty()
  const timeline = useTimeline(filter)
  const [changing, setChanging] = useState(false)
  const [acting, setActing] = useState<{ act: ShiftEntryAct; item: TimelineItem } | null>(null)
  // The last entry is confirmed above the list: notices would cover the buttons.
  const [written, setWritten] = useState<string | null>(null)
  useTitle('route.shiftLog')
  const report = (at: number, what: string) =>
    setWritten(t('shiftLog.written', { time: timeNear(at, serverNow(), zone, language), what }))

  const close = () => setActing(null)
  return (
    <>
      <Page error={timeline.error} title={t('shiftLog.title')} hint={t('shiftLog.about')}>
        <div className={css.top}>
          <Loaded query={duty} what={t('shiftLog.duty.title')} height={132}>
            {(now) => (
              <OnDuty
                duty={now}
                zone={zone}
                mayWrite={mayWrite}
                onChange={() => setChanging(true)}
                onStep={(what) => report(serverNow(), what)}
              />
            )}
          </Loaded>
          {mayWrite && (
            <QuickEntry key={hydro} zone={zone} onWritten={(e) => report(e.t, e.text ?? e.party ?? '')} />
          )}
          <div className={`${textCss.note} ${css.written}`} role="status">
            {written !== null && (
              <>
                <Icon name="check" size={16} />
                <span className={textCss.breaks}>
                  <b>{written}</b>
                  {(filtered || filter.page > 1) && ` · ${t('shiftLog.writtenHidden')}`}
                </span>
              </>
            )}
          </div>
        </div>
        <ShiftLogFilterBar
          address={{ ...address, reset: () => show({ ...usualOf(SHIFT_LOG_FIELDS), entry: null }) }}
        />
        <Loaded query={timeline} what={t('shiftLog.list.title')} height={420}>
          {(data) => (
            <>
              {data.items.length === 0 ? (
                <Empty
                  icon="log"
                  title={t('shiftLog.list.empty')}
                  hint={t(mayWrite && !filtered ? 'shiftLog.list.emptyHint' : 'shiftLog.list.emptyHintView')}
                />
              ) : (
                <Timeline
                  items={data.items}
                  zone={zone}
                  pointed={filter.entry}
                  mayWrite={mayWrite}
                  onAct={(act, item) => setActing({ act, item })}
                />
              )}
              <Paging
                page={data.page}
                pageSize={data.page_size}
                total={data.total}
                onPage={(page) => show({ page })}
              />
            </>
          )}
        </Loaded>
      </Page>
      {changing && duty.data && (
        <ChangeOperator duty={duty.data} zone={zone} onClose={() => setChanging(false)} />
      )}
      {acting?.act === 'correct' && <CorrectShiftEntry item={acting.item} zone={zone} onClose={close} />}
      {acting?.act === 'withdraw' && <WithdrawShiftEntry item={acting.item} zone={zone} onClose={close} />}
      {acting?.act === 'history' && <ShiftEntryHistory item={acting.item} zone={zone} onClose={close} />}
    </>
  )
}
