import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { signInWall } from '#contract/wall.ts'
import { onRefusal, screenRefusal } from '../../lib/start/wall-screen.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { saveScreen, WALL } from '../../lib/screen.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './door.module.css'

/** Where a browser becomes a wall screen: by the key of its address, at once, or by a code that is typed. */
export function Door({ offered }: { offered: string | null }) {
  const { t } = useText()
  const refusal = useSyncExternalStore(onRefusal, screenRefusal)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(offered !== null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const sent = useRef(false)

  async function enter(key: string) {
    setBusy(true)
    setWrong(null)
    try {
      const { token, screen } = await call(signInWall, { body: { key } })
      try {
        saveScreen({ token, screenId: screen.screen_id })
      } catch {
        throw new Error(t('wall.door.cannotKeep'))
      }
      // Without the key, which is of no use any more, and as the screen from the first call on.
      history.replaceState(null, '', WALL)
      location.reload()
    } catch (e) {
      history.replaceState(history.state, '', WALL)
      setWrong(e instanceof CallError && e.status === 0 ? t('error.network') : (e as Error).message)
      setBusy(false)
    }
  }

  useEffect(() => {
    if (offered === null || sent.current) return
    // Strict mode runs effects twice; a key works once.
    sent.current = true
    void enter(offered)
  })

  if (refusal !== null && !asked)
    return (
      <main className={css.page}>
        <Icon name="block" size={72} className={css.icon} />
        <h1 className={css.title} role="alert">
          {refusal}
        </h1>
        <p className={css.hint}>{t('wall.door.refused')}</p>
        <Button variant="default" size="md" onClick={() => setAsked(true)}>
          {t('wall.door.again')}
        </Button>
      </main>
    )
  return (
    <main className={css.page}>
      <Icon name="screen" size={56} className={css.icon} />
      <h1 className={css.title}>{t('wall.door.title')}</h1>
      <p className={css.hint}>{t('wall.door.hint')}</p>
      <form
        className={css.form}
        noValidate
        onSubmit={(e) => {
          e.preventDefault()
          if (code.trim() === '') setWrong(t('wall.door.required'))
          else void enter(code)
        }}
      >
        <TextInput
          label={t('wall.door.code')}
          size="lg"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXXX-XXXXX"
          maxLength={40}
          value={code}
          onChange={(e) => setCode(e.currentTarget.value)}
          error={wrong}
          classNames={{ input: css.code }}
        />
        <Button type="submit" size="lg" loading={busy}>
          {t('wall.door.enter')}
        </Button>
      </form>
      <p role="status" className="sr">
        {busy && t('wall.door.entering')}
      </p>
      {/* A load of its own: this page may be a screen, that one is an account's. */}
      <a className={css.account} href="/account/login">
        {t('wall.door.account')}
      </a>
    </main>
  )
}
