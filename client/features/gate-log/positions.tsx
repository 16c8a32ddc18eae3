import { UnstyledButton } from '@mantine/core'
import { timeNear } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { keyOf } from './draft.ts'
import css from './gate-log.module.css'
import type { Position, Positions } from './queries.ts'
import { nameParts, positionWords } from './words.ts'

interface Props {
  known: Positions
  zone: string
  onWrite?: (key: string) => void
}

/** Present position of each gate and unit; pressing one opens a new entry about it. */
export function PositionStrip({ known, zone, onWrite }: Props) {
  const { t } = useText()
  const own = known.positions.map((p) => nameParts(p.name).own)
  // Gates of two outlets may have the same number.
  const nameOf = (i: number) =>
    own.indexOf(own[i]) === own.lastIndexOf(own[i]) ? own[i] : known.positions[i].name
  return (
    <div className={css.strip} role="group" tabIndex={0} aria-label={t('gateLog.now')}>
      {known.positions.map((p, i) => {
        const inside = <Cell position={p} name={nameOf(i)} at={known.at} zone={zone} />
        if (!onWrite)
          return (
            <div key={keyOf(p)} className={css.cell} title={p.name}>
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

function Cell(props: { position: Position; name: string; at: number; zone: string }) {
  const { position: p, name, at, zone } = props
  const { t, language } = useText()
  const unknown = p.value === null
  return (
    <>
      <span className={css.cellName}>{name}</span>
      <span
        className={css.cellValue}
        data-still={p.value === 0 || undefined}
        data-unknown={unknown || undefined}
      >
        {unknown && <Icon name="missing" size={14} />}
        {positionWords(p.kind, p.value)}
      </span>
      {unknown ? (
        <span className={css.cellSource}>{t(p.sensor ? 'gateLog.silent' : 'gateLog.noEntry')}</span>
      ) : (
        <>
          <span className={css.cellSource}>
            <Icon name={p.source === 'hand' ? 'edited' : 'sensor'} size={12} />
            {t(p.source === 'hand' ? 'gateLog.byHand' : 'gateLog.bySensor')}
          </span>
          <span className={css.cellSource}>
            {p.since === null
              ? t('gateLog.sinceLong')
              : t('gateLog.since', { time: timeNear(p.since, at, zone, language) })}
          </span>
        </>
      )}
    </>
  )
}
