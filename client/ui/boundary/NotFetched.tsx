import { useEffect, useState } from 'react'
import { answers, reloadPage } from '../../lib/anew.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../icon/index.tsx'
import { Plain } from './Plain.tsx'
import css from './plain.module.css'

/** Interval at which the server is polled, ms. */
const AGAIN = 10_000

/** Shown when a page or its script is not stored on this machine and the server is unreachable. */
export function NotSeen() {
  const { t } = useText()
  return (
    <section className={css.page} role="status" aria-label={t('seen.notHere')}>
      <Icon name="offline" size={40} className={css.icon} />
      <h1 className={css.title}>{t('seen.notHere')}</h1>
      <p className={css.hint}>{t('seen.notHereHint')}</p>
    </section>
  )
}

/** Whether an error means that a script could not be fetched. */
export const isNotFetched = (error: Error) =>
  /dynamically imported module|importing a module script|preload CSS/i.test(error.message)

/**
 * Shown for a page whose script could not be fetched: reloads once the server answers. If that did not help, it says
 * so and leaves the next attempt to the user.
 */
export function NotFetched() {
  const { t } = useText()
  const [there, setThere] = useState(false)
  useEffect(() => {
    let gone = false
    const check = async () => {
      const there = await answers()
      if (gone) return
      setThere(there)
      if (there) reloadPage()
    }
    void check()
    const id = setInterval(() => void check(), AGAIN)
    return () => {
      gone = true
      clearInterval(id)
    }
  }, [])
  if (!there) return <NotSeen />
  return (
    <Plain
      icon="warning"
      title={t('error.notFetched')}
      hint={t('error.notFetchedHint')}
      act={{ label: t('error.reload'), run: () => location.reload() }}
    />
  )
}
