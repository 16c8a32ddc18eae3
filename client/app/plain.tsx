import { Button } from '@mantine/core'
import { useLocation, useNavigate } from 'react-router'
import { useText } from '../lib/text/index.ts'
import { Icon, type IconName } from '../ui/icon/index.tsx'
import css from './plain.module.css'
import { useTitle } from './title.ts'

interface Given {
  icon: IconName
  title: string
  hint: string
  act?: { label: string; run: () => void }
}

/** A page that only says something, and offers the next step. */
export function Plain({ icon, title, hint, act }: Given) {
  return (
    <main className={css.page}>
      <Icon name={icon} size={40} className={css.icon} />
      <h1 className={css.title}>{title}</h1>
      <p className={css.hint}>{hint}</p>
      {act && <Button onClick={act.run}>{act.label}</Button>}
    </main>
  )
}

export function NotFound() {
  const { t } = useText()
  const { pathname } = useLocation()
  const go = useNavigate()
  useTitle('route.notFound')
  return (
    <Plain
      icon="info"
      title={t('notFound.title')}
      hint={t('notFound.hint', { path: pathname })}
      act={{ label: t('notFound.back'), run: () => void go('/') }}
    />
  )
}

export function NoPermission() {
  const { t } = useText()
  useTitle('error.noPermission')
  return <Plain icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
}

export function Unreachable() {
  const { t } = useText()
  return <Plain icon="offline" title={t('error.unreachable')} hint={t('error.unreachableHint')} />
}
