import { Tooltip, UnstyledButton } from '@mantine/core'
import { timeNear } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { keyOf } from './draft.ts'
import css from './gate-log.module.css'
import type { Position, Positions as Known } from './queries.ts'
import { valueWords } from './words.ts'

/** Where each gate and unit stands now; pressing one writes about it. */
export function Positions(props: { known: Known; zone: string; onWrite?: (key: string) => void }) {
  const { known, zone, onWrite } = props
  const { t } = useText()
  return (
    <div className={css.strip} role="group" tabIndex={0} aria-label={t('gateLog.now')}>
      {known.positions.map((p) => {
        const inside = <Cell position={p} at={known.at} zone={zone} />
        if (!onWrite)
          return (
            <div key={keyOf(p)} className={css.cell}>
              {inside}
            </div>
          )
        return (
          <UnstyledButton
            key={keyOf(p)}
            className={css.cell}
            data-press
            title={t('gateLog.nowOf', { name: p.name })}
            onClick={() => onWrite(keyOf(p))}
          >
            {inside}
          </UnstyledButton>
        )
      })}
    </div>
  )
}

function Cell({ position: p, at, zone }: { position: Position; at: number; zone: string }) {
  const { t, language } = useText()
  const unknown = p.value === null
  return (
    <>
      <span className={css.cellName}>{p.name}</span>
      <span
        className={css.cellValue}
        data-still={p.value === 0 || undefined}
        data-unknown={unknown || undefined}
      >
        {unknown && <Icon name="missing" size={14} />}
        {valueWords(p.kind, p.value)}
      </span>
      <span className={css.cellSource}>
        {unknown ? (
          <Tooltip label={t('gateLog.unknownHint')}>
            <span>{p.sensor ? t('gateLog.bySensor') : '-'}</span>
          </Tooltip>
        ) : (
          <>
            <Icon name={p.source === 'hand' ? 'edited' : 'sensor'} size={12} />
            {t(p.source === 'hand' ? 'gateLog.byHand' : 'gateLog.bySensor')}
            {' · '}
            {p.since === null
              ? t('gateLog.sinceLong')
              : t('gateLog.since', { time: timeNear(p.since, at, zone, language) })}
          </>
        )}
      </span>
    </>
  )
}
