import { useLocation, useNavigate } from 'react-router'
import { placeOfRoute, presentEntry } from '../lib/entry.ts'
import { useText } from '../lib/text/index.ts'
import { useTitle } from '../lib/use-title.ts'
import { Plain } from '../ui/boundary/index.ts'

export function NotFound() {
  const { t } = useText()
  const { pathname } = useLocation()
  const go = useNavigate()
  useTitle('route.notFound')
  return (
    <Plain
      icon="info"
      title={t('notFound.title')}
      hint={t('notFound.hint', { path: placeOfRoute(presentEntry(), pathname) })}
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
