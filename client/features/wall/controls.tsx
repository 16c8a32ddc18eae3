import { useEffect, useState } from 'react'
import { offered } from '../../lib/start/choices.ts'
import { screen } from '../../lib/client.ts'
import { useText, type Language } from '../../lib/text/index.ts'
import { setLanguage } from '../../lib/text/load.ts'
import { useConfig, useProfile } from '../../lib/app-state.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import css from './controls.module.css'
import { DAY_FROM, DAY_TO, LIGHTS } from './night.ts'
import { PACES, type PaneName } from './rotation.ts'
import { changeSettings, useSettings } from './settings.ts'
import type { Awake, FullScreen } from './use-screen.ts'

/** Time without input after which pointer and controls hide, ms. */
const IDLE = 4000

interface Props {
  panes: readonly PaneName[]
  shown: PaneName
  onShow(pane: PaneName): void
  onTurn(steps: number): void
  full: FullScreen
  awake: Awake
  night: boolean
}

/** The progress of the rotation, always; the controls while there is input. */
export function Controls({ panes, shown, onShow, onTurn, full, awake, night }: Props) {
  const { t, language } = useText()
  const { pace, paused, light } = useSettings()
  const config = useConfig()
  const { expert } = useProfile()
  const hand = useHand()
  const hours = { from: `${DAY_FROM}:00`, to: `${DAY_TO}:00` }
  return (
    <footer className={css.foot} data-awake={hand || undefined}>
      <nav className={css.panes} aria-label={t('wall.panes')}>
        {panes.map((pane) => (
          <button
            key={pane}
            type="button"
            aria-current={pane === shown ? 'true' : undefined}
            onClick={() => onShow(pane)}
          >
            {t(`wall.pane.${pane}`)}
            {pane === shown && (
              <i
                // Restarts with every pane and pace.
                key={`${pane} ${pace}`}
                className={css.progress}
                data-paused={paused || undefined}
                style={{ animationDuration: `${pace}s` }}
                aria-hidden
              />
            )}
          </button>
        ))}
      </nav>
      <div className={css.controls} role="group" aria-label={t('wall.controls')}>
        <Press icon="left" label={t('wall.previous')} act={() => onTurn(-1)} />
        <Press
          icon={paused ? 'play' : 'pause'}
          label={t(paused ? 'wall.go' : 'wall.pause')}
          act={() => changeSettings({ paused: !paused })}
        />
        <Press icon="right" label={t('wall.next')} act={() => onTurn(1)} />
        <label className={css.choice}>
          <span>{t('wall.pace')}</span>
          <select
            value={pace}
            onChange={(e) =>
              changeSettings({ pace: PACES.find((p) => p === Number(e.currentTarget.value)) ?? pace })
            }
          >
            {PACES.map((n) => (
              <option key={n} value={n}>
                {t('wall.seconds', { n })}
              </option>
            ))}
          </select>
        </label>
        <label className={`${css.choice} ${css.light}`} title={t('wall.autoHint', hours)}>
          <Icon name={night ? 'moon' : 'sun'} size={20} />
          <span className="sr">{t('wall.light')}</span>
          <select
            value={light}
            onChange={(e) =>
              changeSettings({ light: LIGHTS.find((l) => l === e.currentTarget.value) ?? light })
            }
          >
            {LIGHTS.map((l) => (
              <option key={l} value={l}>
                {t(`wall.lights.${l}`)}
                {l === 'auto' ? ` (${hours.from}–${hours.to})` : ''}
              </option>
            ))}
          </select>
        </label>
        {offered(config, expert).language && (
          <label className={css.choice}>
            <span className="sr">{t('wall.language')}</span>
            <select
              value={language}
              onChange={(e) => {
                const next = e.currentTarget.value as Language
                changeSettings({ language: next })
                void setLanguage(next)
              }}
            >
              <option value="vi">VIE</option>
              <option value="en">ENG</option>
            </select>
          </label>
        )}
        <Press icon="expand" label={t(full.on ? 'wall.leaveFull' : 'wall.full')} act={full.toggle} words />
        {!screen && (
          // A full load, since the wall has its own language and theme.
          <a className={css.press} href="/dashboard" aria-label={t('wall.leave')} title={t('wall.leave')}>
            <Icon name="dashboard" size={22} />
            <span>{t('wall.leave')}</span>
          </a>
        )}
        <div className={css.refused} role="status">
          {awake === 'refused' && <Refused text={t('wall.awakeRefused')} />}
          {awake === 'missing' && <Refused text={t('wall.awakeMissing')} />}
          {full.refused && !full.on && <Refused text={t('wall.fullRefused')} />}
        </div>
      </div>
    </footer>
  )
}

interface PressProps {
  icon: IconName
  label: string
  act: () => void
  /** Whether the label is shown beside the icon. */
  words?: boolean
}

function Press({ icon, label, act, words }: PressProps) {
  return (
    <button type="button" className={css.press} onClick={act} aria-label={label} title={label}>
      <Icon name={icon} size={22} />
      {words && <span>{label}</span>}
    </button>
  )
}

/** A feature that the browser lacks, for whoever sets up the screen. */
function Refused({ text }: { text: string }) {
  return (
    <p>
      <Icon name="info" size={20} />
      {text}
    </p>
  )
}

/** Whether a person is using the machine: mouse, key or touch. */
function useHand(): boolean {
  const [here, setHere] = useState(true)
  useEffect(() => {
    let id: ReturnType<typeof setTimeout>
    const onInput = () => {
      setHere(true)
      clearTimeout(id)
      id = setTimeout(() => setHere(false), IDLE)
    }
    onInput()
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
    for (const event of events) addEventListener(event, onInput)
    return () => {
      clearTimeout(id)
      for (const event of events) removeEventListener(event, onInput)
    }
  }, [])
  return here
}
