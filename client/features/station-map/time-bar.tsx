import { ActionIcon, Button, Group } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { HOUR, MINUTE, next, startOf, toLocalDate } from '#core/time/index.ts'
import { useFeedStatus } from '../../lib/feed.ts'
import { dateTime, duration, time } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { LOCALES, writeDate, type Language } from '../../lib/text/locale.ts'
import { useAppState } from '../../lib/app-state.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import type { DaySpan } from './days.ts'
import css from './map.module.css'

/** Time per step of the slider, ms. */
const SLIDER_STEP = 5 * MINUTE
/** Replayed time per second, ms. */
export const SPEEDS = [10, 30, 60, 180].map((m) => m * MINUTE)
/** Frames per second. */
const RATE = 8

interface Props {
  span: DaySpan
  /** null: the end of the span. */
  at: number | null
  onAt: (at: number | null) => void
  playing: boolean
  onPlaying: (playing: boolean) => void
  speed: number
  onSpeed: (speed: number) => void
  zone: string
  loading: boolean
}

/** Slider of the shown time, which can be dragged, stepped or played. */
export function TimeBar({ span, at, onAt, playing, onPlaying, speed, onSpeed, zone, loading }: Props) {
  const { t, language } = useText()
  const shown = Math.min(Math.max(at ?? span.to, span.from), span.to)
  const go = (to: number) =>
    onAt(to >= span.to && span.live ? null : Math.max(span.from, Math.min(span.to, to)))
  const advance = useEffectEvent((ms: number) => {
    const to = shown + ms
    if (to >= span.to) {
      onPlaying(false)
      onAt(span.live ? null : span.to)
    } else onAt(to)
  })
  useEffect(() => {
    if (!playing) return
    const id = setInterval(() => advance(speed / RATE), 1000 / RATE)
    return () => clearInterval(id)
  }, [playing, speed])

  function toggle() {
    // At its end it starts again.
    if (!playing && shown >= span.to) onAt(span.from)
    onPlaying(!playing)
  }
  const step = (n: number) => (
    <ActionIcon
      variant="default"
      size={40}
      aria-label={t(n < 0 ? 'stationMap.back' : 'stationMap.forward', {
        step: duration(SLIDER_STEP, language),
      })}
      title={t(n < 0 ? 'stationMap.back' : 'stationMap.forward', { step: duration(SLIDER_STEP, language) })}
      onClick={() => {
        onPlaying(false)
        go(shown + n * SLIDER_STEP)
      }}
    >
      <Icon name={n < 0 ? 'left' : 'right'} size={18} />
    </ActionIcon>
  )
  const live = at === null && span.live
  // Without a server no new data can be loaded, so playback stops.
  const line = useFeedStatus()
  const away = useAppState().seen !== null || line?.state === 'offline'
  const mode = !live ? 'replay' : away ? 'away' : 'live'
  return (
    <section className={css.time} aria-label={t('stationMap.time')}>
      <Group gap={4} wrap="nowrap">
        {step(-1)}
        <ActionIcon
          variant="filled"
          size={40}
          aria-label={t(playing ? 'stationMap.pause' : 'stationMap.play')}
          title={t(playing ? 'stationMap.pause' : 'stationMap.play')}
          onClick={toggle}
        >
          <Icon name={playing ? 'pause' : 'play'} size={18} />
        </ActionIcon>
        {step(1)}
      </Group>
      <div className={css.track}>
        <input
          type="range"
          min={span.from}
          max={span.to}
          step={1000}
          value={shown}
          aria-label={t('stationMap.time')}
          aria-valuetext={dateTime(shown, zone, language)}
          onKeyDown={(e) => {
            const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -12, PageUp: 12 }[
              e.key
            ]
            if (by === undefined) return
            e.preventDefault()
            onPlaying(false)
            go(shown + by * SLIDER_STEP)
          }}
          onChange={(e) => {
            onPlaying(false)
            const to = Number(e.currentTarget.value)
            // Rounded to the minute, except at the ends.
            go(to === span.to || to === span.from ? to : Math.round(to / SLIDER_STEP) * SLIDER_STEP)
          }}
        />
        <Ticks span={span} zone={zone} />
      </div>
      <div className={css.when}>
        <output className={css.clock} aria-live="off">
          {dateTime(shown, zone, language)}
        </output>
        <span className={css.mode} data-past={mode !== 'live' || undefined}>
          <Icon name={mode === 'live' ? 'live' : mode === 'away' ? 'offline' : 'past'} size={14} />
          {loading ? t('stationMap.loading') : t(`stationMap.${mode}`)}
        </span>
      </div>
      <Choice
        className={css.speed}
        aria-label={t('stationMap.speed')}
        value={String(speed)}
        onChange={(v) => onSpeed(Number(v))}
        data={SPEEDS.map((ms) => ({
          value: String(ms),
          label: t('stationMap.perSecond', { step: duration(ms, language) }),
        }))}
      />
      {!live && span.live && (
        <Button
          variant="default"
          onClick={() => {
            onPlaying(false)
            onAt(null)
          }}
        >
          {t('stationMap.goLive')}
        </Button>
      )}
    </section>
  )
}

function dayTick(ms: number, zone: string, language: Language): string {
  const [year, month, day] = toLocalDate(ms, zone).split('-')
  return writeDate(LOCALES[language].dayTick, year, month, day)
}

/** Labels of hours, or of days where there are several, below the track. */
function Ticks({ span, zone }: { span: DaySpan; zone: string }) {
  const { language } = useText()
  const length = span.to - span.from
  const kind = length > 36 * HOUR ? 'day' : 'hour'
  const every = kind === 'day' ? 1 : length > 8 * HOUR ? 3 : 1
  const ticks: number[] = []
  for (let t = startOf(kind, span.from, zone), i = 0; t <= span.to; t = next(kind, t, zone), i++)
    if (t >= span.from && i % every === 0 && (t - span.from) / length < 0.97) ticks.push(t)
  return (
    <div className={css.ticks} aria-hidden>
      {ticks.map((tick) => (
        <span key={tick} style={{ left: `${(100 * (tick - span.from)) / length}%` }}>
          {kind === 'day' ? dayTick(tick, zone, language) : time(tick, zone)}
        </span>
      ))}
    </div>
  )
}
