import { Suspense } from 'react'
import { ActionIcon } from '@mantine/core'
import { LastUpdate } from '../features/dashboard/last-update.tsx'
import { useReservoir } from '../lib/reservoir.ts'
import { offered } from '../lib/start/choices.ts'
import { useText } from '../lib/text/index.ts'
import { lazyWith } from '../lib/text/load.ts'
import { useCan, useConfig, useProfile } from '../lib/app-state.ts'
import { DemoMark } from '../parts/demo-mark/index.tsx'
import { LanguageChoice } from '../parts/language-choice/index.tsx'
import { Icon } from '../ui/icon/index.tsx'
import { useMedia } from '../ui/use-media.ts'
import { AccountMenu } from './account-menu.tsx'
import { Bell } from './bell.tsx'
import { shortName } from './short-name.ts'
import { ThemeToggle } from './theme-toggle.tsx'
import css from './top-bar.module.css'

const Switcher = lazyWith('shell', () => import('./switcher.tsx'))

/** Below this width the choices move into the account menu. */
const SMALL = '(max-width: 599px)'

export function TopBar({ onMenu }: { onMenu?: () => void }) {
  const { t } = useText()
  const config = useConfig()
  const profile = useProfile()
  const reservoir = useReservoir()
  const small = useMedia(SMALL)
  const { language, theme } = offered(config, profile.expert)
  const granted = profile.reservoirs.find((r) => r.hydro_code === profile.hydro_code)
  const name = reservoir.data?.hydro_name ?? granted?.hydro_name ?? config.site_name
  return (
    <header className={css.bar}>
      {onMenu && (
        <ActionIcon variant="subtle" color="gray" size={44} onClick={onMenu} aria-label={t('shell.openMenu')}>
          <Icon name="menu" size={22} />
        </ActionIcon>
      )}
      <div className={css.names}>
        {config.edition === 'SERVER' && profile.reservoirs.length > 1 ? (
          <Suspense fallback={<div className={css.site}>{small ? shortName(name) : name}</div>}>
            <Switcher name={name} shown={small ? shortName(name) : name} />
          </Suspense>
        ) : (
          <div className={css.site} title={name}>
            {small ? shortName(name) : name}
          </div>
        )}
        <DemoMark className={css.demo} />
      </div>
      {useCan('dashboard.view') && <LastUpdate key={profile.hydro_code} />}
      <Bell />
      {!small && language && <LanguageChoice expert={profile.expert} />}
      {!small && theme && <ThemeToggle />}
      <AccountMenu>
        {small && (language || theme) && (
          <div className={css.choices}>
            {language && <LanguageChoice expert={profile.expert} />}
            {theme && <ThemeToggle />}
          </div>
        )}
      </AccountMenu>
    </header>
  )
}
