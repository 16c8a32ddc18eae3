import { useLocation } from 'react-router'
import { useTitle } from '../../lib/use-title.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan, useAppState } from '../../lib/app-state.ts'
import { Empty } from '../../ui/state.tsx'
import { Door } from './door.tsx'
import css from './wall.module.css'
import { Wall } from './wall.tsx'

/** Key in an address: browsers never send #key=... to a server. */
const keyOf = (hash: string) => new URLSearchParams(hash.slice(1)).get('key')

/** A screen in a control room, read from across the room and never touched. */
export default function WallPage() {
  const { t } = useText()
  const { hash } = useLocation()
  const { profile } = useAppState()
  const may = useCan('dashboard.view')
  useTitle('route.wall')
  const offered = keyOf(hash)
  if (offered || !profile) return <Door offered={offered} />
  if (!may || profile.hydro_code === '')
    return (
      <main className={css.nothing}>
        {may ? (
          <Empty icon="water" title={t('wall.noPlant')} />
        ) : (
          <Empty icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
        )}
      </main>
    )
  return <Wall key={profile.hydro_code} />
}
