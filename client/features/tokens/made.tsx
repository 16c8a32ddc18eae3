import { MINUTE } from '#core/time/units.ts'
import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Output } from '#contract/endpoint.ts'
import type { addWallScreen } from '#contract/wall.ts'
import { serverNow } from '../../lib/clock.ts'
import { WALL } from '../../lib/screen.ts'
import { useText } from '../../lib/text/index.ts'
import { useWhen } from '../../lib/when.ts'
import { CopyField } from '../../ui/copy/index.tsx'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { isLoopback, linesOf } from './lines.ts'
import { useTokenSeries, type Made } from './queries.ts'
import css from './tokens.module.css'

/** Shows a secret once, and asks before closing if nothing of it was copied. */
export function SecretDialog(props: {
  title: string
  onClose: () => void
  children: (onTaken: () => void) => ReactNode
}) {
  const { t } = useText()
  const [taken, setTaken] = useState(false)
  return (
    <Dialog
      opened
      title={props.title}
      width={620}
      onClose={props.onClose}
      unsaved={taken ? null : { question: t('tokens.notTaken'), leave: t('tokens.leaveSecret') }}
      actions={(leave) => <Button onClick={leave}>{t('tokens.done')}</Button>}
    >
      {props.children(() => setTaken(true))}
    </Dialog>
  )
}

/** The secret of a new token, with commands to try it. */
export function MadeToken({ made, onTaken }: { made: Made; onTaken: () => void }) {
  const { t } = useText()
  const [at] = useState(() => Math.floor(serverNow() / MINUTE) * MINUTE)
  const sent = useTokenSeries(true).data?.filter((s) => s.source === 'ingest') ?? []
  // Prefers a level, as its value is easy to recognise.
  const first =
    (
      sent.find((s) => s.code.startsWith('level.reservoir')) ??
      sent.find((s) => s.code.startsWith('level')) ??
      sent.find((s) => s.unit === 'm') ??
      sent[0]
    )?.code ?? null
  const lines = linesOf(made, {
    origin: location.origin,
    at,
    firstSeries: first,
    value: t('tokens.line.value'),
  })
  return (
    <>
      <p className={css.once} role="status">
        <Icon name="info" size={18} />
        {t('tokens.once')}
      </p>
      <CopyField label={t('tokens.secret')} text={made.secret} onCopied={onTaken} />
      {lines.map((line) => (
        <CopyField
          key={line.kind}
          label={t(`tokens.line.${line.kind}`)}
          text={line.text}
          long
          onCopied={onTaken}
        />
      ))}
      <p className={css.hint}>
        {t('tokens.address', { origin: location.origin })}
        {isLoopback(location.hostname) && ` ${t('tokens.loopback')}`}{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {t('tokens.docs')}
        </a>
      </p>
    </>
  )
}

/** Address and short code of a new screen. */
export function MadeScreen({ made, onClose }: { made: Output<typeof addWallScreen>; onClose: () => void }) {
  const { t } = useText()
  const when = useWhen()
  const url = location.origin + WALL
  return (
    <SecretDialog title={t('screens.madeTitle', { name: made.name })} onClose={onClose}>
      {(onTaken) => (
        <>
          <p className={css.once} role="status">
            <Icon name="info" size={18} />
            {t('screens.once', { time: when(made.key_until!) })}
          </p>
          {/* After #: browsers never send it, so no server and no log sees it. */}
          <CopyField label={t('screens.address')} text={`${url}#key=${made.key}`} long onCopied={onTaken} />
          <CopyField label={t('screens.code', { url })} text={made.code} onCopied={onTaken} />
          {isLoopback(location.hostname) && <p className={css.hint}>{t('tokens.loopback')}</p>}
        </>
      )}
    </SecretDialog>
  )
}
