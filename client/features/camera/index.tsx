import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { CameraState } from '#contract/camera.ts'
import { duration, time, timeNear } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { view, word } from '../../lib/address-fields.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { useCan, useProfile } from '../../lib/app-state.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Empty, Failed } from '../../ui/state.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './camera.module.css'
import { useCamera, type CameraView } from './use-camera.ts'

const WIDE = 1200

/** The picture of the camera at the dam, or since when there is none and why. */
export default function CameraPanel({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const [wide, setWide] = useState(false)
  const view = useCamera(useProfile().hydro_code)
  const { camera, error, retry } = view
  const video = camera?.kind === 'video'
  return (
    <Dialog
      panel={!wide}
      width={wide ? WIDE : 500}
      opened
      title={t('panels.name.camera')}
      onClose={onClose}
      actions={(close) => (
        <>
          {video && (
            <Button
              variant="default"
              leftSection={<Icon name="expand" size={16} />}
              aria-pressed={wide}
              onClick={() => setWide(!wide)}
            >
              {t(wide ? 'cameraPanel.narrow' : 'cameraPanel.wide')}
            </Button>
          )}
          <Button variant="default" onClick={close}>
            {t('act.close')}
          </Button>
        </>
      )}
    >
      {error ? (
        <Failed what={t('panels.name.camera')} error={error} retry={retry} />
      ) : camera === null && !view.lost ? (
        <Skeleton className={css.frame} aria-busy aria-label={t('panels.name.camera')} />
      ) : camera?.kind === 'none' ? (
        <None />
      ) : camera?.kind === 'page' ? (
        <Page address={camera.address!} />
      ) : (
        <Video view={view} camera={camera} />
      )}
    </Dialog>
  )
}

/** The camera panel beside the dashboard. */
const FIELDS = { panel: view(word(40)) }

function None() {
  const { t } = useText()
  const mayUpdate = useCan('settings.update')
  const { show } = useAddress(FIELDS)
  const open = () => show({ panel: 'project' }, { push: true })
  return (
    <div className={css.none}>
      <Empty
        icon="camera"
        title={t('cameraPanel.none')}
        hint={t(mayUpdate ? 'cameraPanel.noneHint' : 'cameraPanel.noneAsk')}
      />
      {mayUpdate && (
        <Button variant="default" onClick={open}>
          {t('cameraPanel.set')}
        </Button>
      )}
    </div>
  )
}

function Page({ address }: { address: string }) {
  const { t } = useText()
  return (
    <div className={css.none}>
      <Empty icon="camera" title={t('cameraPanel.page')} hint={t('cameraPanel.pageHint')} />
      <Button component="a" href={address} target="_blank" rel="noreferrer">
        {t('cameraPanel.openPage')}
      </Button>
    </div>
  )
}

function Video({ view, camera }: { view: CameraView; camera: CameraState | null }) {
  const { t } = useText()
  const zone = useZone() ?? 'UTC'
  const { picture, lost } = view
  const dead = camera?.failing_since != null && camera.state !== 'live'
  const old = lost || dead
  return (
    <>
      {(dead || lost) && <Dead camera={camera} lost={lost} zone={zone} />}
      <div className={css.frame} data-old={old || undefined}>
        {picture ? (
          <img src={picture.url} alt={t('cameraPanel.alt', { time: time(picture.takenAt, zone, true) })} />
        ) : (
          <span className={css.waiting}>
            <Icon name="camera" size={32} />
            {!old && t('cameraPanel.connecting')}
          </span>
        )}
      </div>
      <Caption view={view} camera={camera} old={old} zone={zone} />
    </>
  )
}

/** Says since when there is no picture, why, and that it is retried automatically. */
function Dead({ camera, lost, zone }: { camera: CameraState | null; lost: boolean; zone: string }) {
  const { t, language } = useText()
  const now = useNow(1000)
  const since = camera?.failing_since ?? null
  return (
    <div role="alert" className={css.dead}>
      <Icon name={lost ? 'offline' : 'warning'} size={20} />
      <div>
        <strong>
          {lost || since === null
            ? t('cameraPanel.lost')
            : t('cameraPanel.dead', {
                time: timeNear(since, now, zone, language),
                age: duration(Math.max(0, now - since), language).replaceAll(' ', '\u00a0'),
              })}
        </strong>
        {!lost && camera?.error && <div>{camera.error.message}.</div>}
        {!lost && <div className={textCss.note}>{t('cameraPanel.again')}</div>}
      </div>
    </div>
  )
}

function Caption({
  view,
  camera,
  old,
  zone,
}: {
  view: CameraView
  camera: CameraState | null
  old: boolean
  zone: string
}) {
  const { t, language } = useText()
  const now = useNow(1000)
  const at = view.picture?.takenAt ?? null
  return (
    <p className={css.caption}>
      {at !== null && (
        <span className={layoutCss.inline}>
          <Icon name={old ? 'stale' : 'live'} size={16} />
          {old ? (
            t('cameraPanel.old', { time: timeNear(at, now, zone, language) })
          ) : (
            <>
              {t(camera?.how === 'snapshot' ? 'cameraPanel.snapshot' : 'cameraPanel.live')} ·{' '}
              {time(at, zone, true)}
            </>
          )}
        </span>
      )}
      {camera?.address && (
        <span className={`${textCss.note} ${css.address}`}>
          {t('cameraPanel.address')}: {camera.address}
        </span>
      )}
    </p>
  )
}
