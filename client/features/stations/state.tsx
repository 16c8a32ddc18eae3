import { useCallback } from 'react'
import type { StationRow } from '#contract/stations.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import { isThere, useNear } from '../../parts/devices/index.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './stations.module.css'

export const ROMAN = ['', 'I', 'II', 'III']

/** The reached alarm level of a station, in words. */
export function useReached(): (s: StationRow) => string | undefined {
  const { t } = useText()
  return useCallback(
    (s: StationRow) => (s.alarm > 0 ? t('stations.alarm', { level: ROMAN[s.alarm] }) : undefined),
    [t],
  )
}

/** State of a station in words: alarm level, silence, doubtful value. */
export function StationState({ station: s }: { station: StationRow }) {
  const { t } = useText()
  const near = useNear()
  const marks: { icon: IconName; text: string; kind?: 'alarm' | 'warn' }[] = []
  if (s.alarm > 0)
    marks.push({
      icon: s.alarm > 1 ? 'alarm' : 'warning',
      text: t('stations.alarm', { level: ROMAN[s.alarm] }),
      kind: s.alarm > 1 ? 'alarm' : 'warn',
    })
  if (s.state === 'late')
    marks.push({ icon: 'stale', text: t('stations.lateSince', { time: near(s.date_string) }), kind: 'warn' })
  if (s.state === 'none') marks.push({ icon: 'missing', text: t('stations.noData') })
  const odd = isThere(s.quality.last_data) && s.quality.last_data !== 0
  if (marks.length === 0 && !odd)
    return <span className={`${textCss.muted} ${textCss.nowrap}`}>{t('stations.good')}</span>
  return (
    <span className={css.states}>
      {marks.map((m) => (
        <span key={m.icon} className={`${layoutCss.inlineClose} ${css.mark}`} data-kind={m.kind}>
          <Icon name={m.icon} size={14} />
          {m.text}
        </span>
      ))}
      {odd && <QualityMark q={s.quality.last_data} />}
    </span>
  )
}
