import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { signInWall } from '#contract/wall.ts'
import { onRefusal, screenRefusal } from '../../lib/start/wall-screen.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { useForm } from '../../lib/form/index.ts'
import { saveScreen, WALL } from '../../lib/screen.ts'
import { useText } from '../../lib/text/index.ts'
import { Form } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './door.module.css'

/** Makes the browser a wall screen, by the key in the address or by a typed code. */
export function Door({ offered }: { offered: string | null }) {
  const { t } = useText()
  const refusal = useSyncExternalStore(onRefusal, screenRefusal)
  const [anew, setAnew] = useState(false)
  const sent = useRef(false)
  const form = useForm({
    schema: signInWall.body!,
    values: { key: '' },
    rules: ({ key }) => ({ key: key.trim() === '' && t('wall.door.required') }),
  })
  const field = form.text('key')
  const lost = form.error instanceof CallError && form.error.status === 0
  const failure = form.failure && (lost ? t('error.network') : form.failure)

  async function enter(body: { key: string }) {
    try {
      const { token, screen } = await call(signInWall, { body })
      try {
        saveScreen({ token, screenId: screen.screen_id })
      } catch {
        throw new Error(t('wall.door.cannotKeep'))
      }
    } catch (error) {
      history.replaceState(history.state, '', WALL)
      throw error
    }
    // Without the key, which is used up, and as the screen from the first call on.
    history.replaceState(null, '', WALL)
    location.reload()
    // Stays busy until the page is gone.
    await new Promise<never>(() => {})
  }

  useEffect(() => {
    if (offered === null || sent.current) return
    // Strict mode runs effects twice, but a key works only once.
    sent.current = true
    void form.run(() => enter({ key: offered }))
  })

  if (refusal !== null && !anew)
    return (
      <main className={css.page}>
        <Icon name="block" size={72} className={css.icon} />
        <h1 className={css.title} role="alert">
          {refusal}
        </h1>
        <p className={css.hint}>{t('wall.door.refused')}</p>
        <Button variant="default" size="md" onClick={() => setAnew(true)}>
          {t('wall.door.again')}
        </Button>
      </main>
    )
  return (
    <main className={css.page}>
      <Icon name="screen" size={56} className={css.icon} />
      <h1 className={css.title}>{t('wall.door.title')}</h1>
      <p className={css.hint}>{t('wall.door.hint')}</p>
      <Form form={form} onSubmit={enter} alert={false} className={css.form}>
        <TextInput
          {...field}
          label={t('wall.door.code')}
          size="lg"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXXX-XXXXX"
          maxLength={40}
          error={field.error ?? failure}
          classNames={{ input: css.code }}
        />
        <Button type="submit" size="lg" loading={form.busy}>
          {t('wall.door.enter')}
        </Button>
      </Form>
      <p role="status" className="sr">
        {form.busy && t('wall.door.entering')}
      </p>
      {/* A full load, since this page may be a screen and the other belongs to an account. */}
      <a className={css.account} href="/account/login">
        {t('wall.door.account')}
      </a>
    </main>
  )
}
