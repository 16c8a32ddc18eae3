import { useCallback, useEffect, useState } from 'react'
import { Boundary } from '../../ui/boundary/index.ts'
import { serverNow } from '../../lib/clock.ts'
import { useFeedStatus } from '../../lib/feed.ts'
import { useReservoir } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { setLanguage } from '../../lib/text/load.ts'
import { useNow } from '../../lib/use-now.ts'
import { useProfile, useAppState } from '../../lib/app-state.ts'
import { useIndicators } from '../../parts/live-data/queries.ts'
import { useLiveQueries } from '../../parts/live-data/live.ts'
import { Bands } from './bands.tsx'
import { Controls } from './controls.tsx'
import { FiguresPane } from './figures.tsx'
import { GatesPane } from './gates.tsx'
import { Header } from './header.tsx'
import { lostSince } from './lost.ts'
import { isNight } from './night.ts'
import { usePanes } from './panes.ts'
import { keyAct, paneAfter, type PaneName } from './rotation.ts'
import { changeSettings, useSettings } from './settings.ts'
import { WallStrip } from './strip.tsx'
import { useAwake, useDark, useFullScreen, useNewBuild, useScreenStream } from './use-screen.ts'
import layoutCss from '../../ui/layout.module.css'
import css from './wall.module.css'

/** Elements that handle keys themselves: Space presses a button, arrows move a choice. */
const OWN_KEYS = 'button, a, input, select, [role="radio"]'

export function Wall() {
  const { t } = useText()
  const { hydro_code: code } = useProfile()
  const { seen } = useAppState()
  const hydro = useReservoir().data
  const settings = useSettings()
  const indicators = useIndicators()
  const status = useFeedStatus()
  const full = useFullScreen()
  const { panes, later } = usePanes(hydro)
  const [pane, setPane] = useState<PaneName>('figures')
  useScreenStream(code)
  useLiveQueries()
  const awake = useAwake()
  const coming = useNewBuild()
  const now = useNow(1000)
  const zone = hydro?.time_zone ?? 'UTC'
  const night = isNight(settings.light, now, zone)
  useDark(night)
  useEffect(() => {
    if (settings.language) void setLanguage(settings.language)
  }, [settings.language])

  const lost = lostSince({
    now,
    // By this machine's clock, which may be hours off.
    silentSince:
      status === null || status.state === 'live' ? null : status.since + (serverNow() - Date.now()),
    answered: indicators.dataUpdatedAt === 0 ? null : indicators.dataUpdatedAt + (serverNow() - Date.now()),
    copied: seen,
  })

  const shown = panes.includes(pane) ? pane : panes[0]
  const Later = later[shown]
  const turn = useCallback(
    (steps: number) => setPane((held) => paneAfter(panes, held, steps)),
    // The array is new on every render, but equal as long as its names are.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [panes.join()],
  )
  useEffect(() => {
    if (settings.paused) return
    const id = setTimeout(() => turn(1), settings.pace * 1000)
    return () => clearTimeout(id)
  }, [shown, settings.paused, settings.pace, turn])

  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (e.altKey || e.ctrlKey || e.metaKey) return
      const own = e.target instanceof Element && e.target.closest(OWN_KEYS) !== null
      const act = keyAct(e.key)
      if (act === null || (own && (act === 'pause' || act === 'next' || act === 'previous'))) return
      e.preventDefault()
      if (act === 'next') turn(1)
      else if (act === 'previous') turn(-1)
      else if (act === 'pause') changeSettings({ paused: !settings.paused })
      else if (act === 'full') full.toggle()
      else if (act === 'night') changeSettings({ light: night ? 'day' : 'night' })
      else if (panes[act.pane]) setPane(panes[act.pane])
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })

  return (
    <main className={css.wall} data-night={night || undefined} data-lost={lost !== null || undefined}>
      <h1 className="sr">{t('route.wall')}</h1>
      <Header hydro={hydro} now={now} lost={lost !== null} />
      <Bands hydro={hydro} now={now} lost={lost} coming={coming} />
      {shown !== 'figures' && <WallStrip hydro={hydro} now={now} />}
      <section
        className={`${layoutCss.fill} ${css.pane}`}
        aria-label={t(`wall.pane.${shown}`)}
        data-pane={shown}
      >
        <Boundary key={shown}>
          {shown === 'figures' && <FiguresPane hydro={hydro} now={now} />}
          {shown === 'gates' && <GatesPane />}
          {Later && <Later hydro={hydro} now={now} />}
        </Boundary>
      </section>
      <Controls
        panes={panes}
        shown={shown}
        onShow={setPane}
        onTurn={turn}
        full={full}
        awake={awake}
        night={night}
      />
    </main>
  )
}
