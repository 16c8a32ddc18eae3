import { Button } from '@mantine/core'
import { useState } from 'react'
import type { LogEntry } from '#contract/gate-log.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan, useProfile } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { AddButton, Page } from '../../ui/page/index.tsx'
import { Paging } from '../../ui/paging/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { CompleteGateEntry, CorrectGateEntry } from './correct.tsx'
import { keyOf } from './draft.ts'
import type { OrderWords } from './fields.tsx'
import { GateLogFilterBar } from './filter-bar.tsx'
import { GATE_LOG_FIELDS } from './filter.ts'
import { GateEntryHistory } from './history.tsx'
import { PositionStrip } from './positions.tsx'
import { useGateLog, useGateLogExport, useGatePositions } from './queries.ts'
import { GateLogTable, type GateEntryAct } from './table.tsx'
import { WithdrawGateEntry } from './withdraw.tsx'
import { WriteGateEntry } from './write.tsx'
import layoutCss from '../../ui/layout.module.css'

/** Page of the gate and unit log: movements with their orders, and the present positions. */
export default function GateLog() {
  const { t } = useText()
  const profile = useProfile()
  const zone = useZone() ?? 'UTC'
  const mayWrite = useCan('log.update')
  const address = useAddress(GATE_LOG_FIELDS)
  const { filter, show, filtered } = address
  const entries = useGateLog(filter)
  const positions = useGatePositions()
  const file = useGateLogExport()
  const [writing, setWriting] = useState<readonly string[] | null>(null)
  const [acting, setActing] = useState<{ act: GateEntryAct; entry: LogEntry } | null>(null)
  const [kept, setKept] = useState<OrderWords | null>(null)
  useTitle('route.gateLog')

  const known = positions.data
  const nothing = known?.positions.length === 0
  const sensed = new Set(known?.positions.filter((p) => p.source === 'sensor').map(keyOf))
  // Orders often move several gates in turn, so order number and executor are kept.
  const words = kept ?? {
    order_no: known?.last_order ?? '',
    performed_by: profile.full_name ?? '',
    reason: '',
  }
  const close = () => setActing(null)
  return (
    <>
      <Page
        error={entries.error}
        title={t('gateLog.title')}
        hint={t('gateLog.about')}
        actions={
          <div className={layoutCss.row}>
            <Button
              variant="default"
              leftSection={<Icon name="save" size={16} />}
              loading={file.busy}
              onClick={() => file.save(filter)}
            >
              {t('gateLog.export')}
            </Button>
            {mayWrite && (
              <AddButton
                label={t('gateLog.write')}
                disabled={!known || nothing}
                onClick={() => setWriting([])}
              />
            )}
          </div>
        }
        filter={<GateLogFilterBar address={address} positions={known?.positions ?? []} />}
      >
        <Loaded query={positions} what={t('gateLog.now')} height={76}>
          {(now) =>
            now.positions.length === 0 ? (
              <Empty icon="gate" title={t('gateLog.none')} hint={t('gateLog.noneHint')} />
            ) : (
              <PositionStrip
                known={now}
                zone={zone}
                onWrite={mayWrite ? (key) => setWriting([key]) : undefined}
              />
            )
          }
        </Loaded>
        <Loaded query={entries} what={t('gateLog.title')} height={420}>
          {(data) => (
            <>
              {data.entries.length === 0 ? (
                <Empty
                  icon="log"
                  title={t('gateLog.empty')}
                  hint={t(mayWrite && !filtered ? 'gateLog.emptyHint' : 'gateLog.emptyHintView')}
                />
              ) : (
                <GateLogTable
                  entries={data.entries}
                  zone={zone}
                  sensed={sensed}
                  now={known?.at ?? 0}
                  mayWrite={mayWrite}
                  onAct={(act, entry) => setActing({ act, entry })}
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
      {writing && known && (
        <WriteGateEntry
          known={known}
          zone={zone}
          chosen={writing}
          words={words}
          onWords={setKept}
          onClose={() => setWriting(null)}
        />
      )}
      {acting?.act === 'correct' && (
        <CorrectGateEntry
          entry={acting.entry}
          zone={zone}
          position={known?.positions.find(
            (p) => keyOf(p) === keyOf({ kind: acting.entry.kind, id: acting.entry.object_id }),
          )}
          onClose={close}
        />
      )}
      {acting?.act === 'complete' && (
        <CompleteGateEntry entry={acting.entry} zone={zone} words={words} onWords={setKept} onClose={close} />
      )}
      {acting?.act === 'withdraw' && <WithdrawGateEntry entry={acting.entry} zone={zone} onClose={close} />}
      {acting?.act === 'history' && <GateEntryHistory entry={acting.entry} zone={zone} onClose={close} />}
    </>
  )
}
