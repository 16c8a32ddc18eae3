import { Menu, UnstyledButton } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { linkTo } from '../lib/entry.ts'
import { useText } from '../lib/text/index.ts'
import { lazyWith } from '../lib/text/load.ts'
import { usePicture } from '../lib/picture.ts'
import { roleName } from '../lib/role-name.ts'
import { useCan, useConfig, useProfile } from '../lib/app-state.ts'
import { Avatar } from '../ui/avatar/index.tsx'
import { Icon } from '../ui/icon/index.tsx'
import { signOut } from '../lib/start/signed-in.ts'
import textCss from '../ui/text.module.css'
import css from './top-bar.module.css'

const DemoWeather = lazyWith('shell', () => import('./demo-weather.tsx'))
const ChangePassword = lazyWith('more', () => import('../features/own-profile/change-password.tsx'))
const Profile = lazyWith('more', () => import('../features/own-profile/index.tsx'))

/** Menu of the signed-in account. children: choices for which the top bar has no room. */
export function AccountMenu({ children }: { children: ReactNode }) {
  const { t, texts } = useText()
  const config = useConfig()
  const profile = useProfile()
  const maySetUp = useCan('information.update')
  const picture = usePicture(profile.avatar)
  const [open, setOpen] = useState<'password' | 'profile' | null>(null)
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <UnstyledButton aria-label={`${t('shell.account')}: ${profile.full_name}`} className={css.account}>
            <Avatar name={profile.full_name} src={picture} size={36} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={css.who}>
            <strong>{profile.full_name}</strong>
            <span className={textCss.small}>
              {profile.username} · {roleName(profile.role, texts)}
            </span>
          </div>
          {children}
          <Menu.Divider />
          <Menu.Item component={Link} {...linkTo('/')} leftSection={<Icon name="dashboard" />}>
            {t('profile.home')}
          </Menu.Item>
          {maySetUp && (config.demo || config.edition === 'SERVER') && (
            <Menu.Item
              component={Link}
              {...linkTo(config.demo ? '/setup' : '/setup?new=1')}
              leftSection={<Icon name="water" />}
            >
              {t(config.demo ? 'shell.setUpMine' : 'shell.setUpAnother')}
            </Menu.Item>
          )}
          {maySetUp && config.demo && (
            <Suspense fallback={null}>
              <DemoWeather />
            </Suspense>
          )}
          <Menu.Item leftSection={<Icon name="lock" />} onClick={() => setOpen('password')}>
            {t('profile.changePassword')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="user" />} onClick={() => setOpen('profile')}>
            {t('profile.open')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="logout" />} onClick={signOut}>
            {t('shell.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {open === 'password' && <ChangePassword onClose={() => setOpen(null)} />}
        {open === 'profile' && <Profile onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}
