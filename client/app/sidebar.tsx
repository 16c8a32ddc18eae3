import { Menu, NavLink, Tooltip } from '@mantine/core'
import { useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { calculates, type CalculatorKind } from '../features/calculators/menu.ts'
import { useDisplaySettings } from '../lib/display-settings.ts'
import { placeOfRoute, linkTo, presentEntry } from '../lib/entry.ts'
import { load, save } from '../lib/storage.ts'
import { signOut } from '../lib/start/signed-in.ts'
import { useText } from '../lib/text/index.ts'
import { useCan, useConfig, useProfile } from '../lib/app-state.ts'
import { Expand } from '../ui/expand/index.tsx'
import { Icon } from '../ui/icon/index.tsx'
import { Mark } from '../ui/mark.tsx'
import { Calculators } from './calculators.tsx'
import { linksOf } from './links.ts'
import { GROUP_ICONS, isGroup, menuOf, type MenuGroup } from './menu.ts'
import { permitted, type PageRoute } from './routes.tsx'
import css from './sidebar.module.css'

/** The address of the page. */
const usePlace = () => placeOfRoute(presentEntry(), useLocation().pathname)

interface Props {
  mini: boolean
  onToggle?: () => void
  /** Called when a link was followed, to close the drawer. */
  onGo?: () => void
  /** The calculator that is open. */
  shown: CalculatorKind | null
  onShow: (kind: CalculatorKind | null) => void
}

export function Sidebar({ mini, onToggle, onGo, shown, onShow }: Props) {
  const { t } = useText()
  const profile = useProfile()
  const config = useConfig()
  const camera = useDisplaySettings().data?.camera_path ?? null
  const mayView = useCan('dashboard.view')
  const place = usePlace()
  const entries = menuOf(permitted(profile, config))
  const here = entries.find((e) => isGroup(e) && e.pages.some((p) => p.path === place)) as
    MenuGroup | undefined
  // One group is open at a time; entering a page opens its group.
  const [open, choose] = useState<string | null>(() => here?.group ?? load<string>('group'))
  const setOpen = (group: string | null) => {
    choose(group)
    save('group', group)
  }
  const [at, setAt] = useState(place)
  if (at !== place) {
    setAt(place)
    if (here) choose(here.group)
  }

  return (
    <div className={css.sidebar} data-mini={mini || undefined}>
      <Link {...linkTo('/')} className={css.logo} onClick={onGo} aria-label={t('product.name')}>
        <Mark size={45} />
        {mini && config.edition !== 'LITE' && (
          <span className={css.miniBadge} title={t('product.flowControl')}>
            {t('product.flowControlShort')}
          </span>
        )}
        {!mini && (
          <span className={css.product}>
            {t('product.name')}
            {config.edition !== 'LITE' && <span className={css.badge}>{t('product.flowControl')}</span>}
          </span>
        )}
      </Link>
      <nav aria-label={t('shell.menu')} className={css.links}>
        {entries.map((e) =>
          isGroup(e) ? (
            <Group
              key={e.group}
              entry={e}
              mini={mini}
              opened={open === e.group}
              onOpen={(o) => setOpen(o ? e.group : null)}
              onGo={onGo}
            />
          ) : (
            <PageLink key={e.path} page={e} mini={mini} onGo={onGo} />
          ),
        )}
        {calculates(config, profile) && (
          <Calculators
            mini={mini}
            opened={open === 'calculators'}
            onOpen={(o) => setOpen(o ? 'calculators' : null)}
            shown={shown}
            onShow={onShow}
          />
        )}
        {linksOf({ ...config, camera: config.camera && mayView }, camera).map((l) => (
          <Hinted key={l.key} label={t(`menu.${l.key}`)} mini={mini}>
            <NavLink
              href={l.href}
              target="_blank"
              rel="noreferrer"
              className={css.link}
              label={mini ? null : t(`menu.${l.key}`)}
              aria-label={t(`menu.${l.key}`)}
              leftSection={<Icon name={l.icon} size={20} />}
              onClick={onGo}
            />
          </Hinted>
        ))}
      </nav>
      <div className={css.foot}>
        <Hinted label={t('shell.logout')} mini={mini}>
          <NavLink
            component="button"
            className={css.link}
            label={mini ? null : t('shell.logout')}
            aria-label={t('shell.logout')}
            leftSection={<Icon name="logout" size={20} />}
            onClick={signOut}
          />
        </Hinted>
        {onToggle && (
          <Hinted label={t(mini ? 'shell.expand' : 'shell.collapse')} mini={mini}>
            <NavLink
              component="button"
              className={css.link}
              label={mini ? null : t('shell.collapse')}
              aria-label={t(mini ? 'shell.expand' : 'shell.collapse')}
              leftSection={<Icon name={mini ? 'widen' : 'narrow'} size={20} />}
              onClick={onToggle}
            />
          </Hinted>
        )}
      </div>
    </div>
  )
}

/** In mini mode the label moves into a tooltip. */
function Hinted({ label, mini, children }: { label: string; mini: boolean; children: React.ReactElement }) {
  return (
    <Tooltip label={label} disabled={!mini} position="right" openDelay={0}>
      {children}
    </Tooltip>
  )
}

function PageLink({ page, mini, onGo }: { page: PageRoute; mini: boolean; onGo?: () => void }) {
  const { t } = useText()
  const active = usePlace() === page.path
  return (
    <Hinted label={t(page.title)} mini={mini}>
      <NavLink
        component={Link}
        {...linkTo(page.path)}
        className={css.link}
        active={active}
        aria-current={active ? 'page' : undefined}
        aria-label={t(page.title)}
        label={mini ? null : t(page.title)}
        leftSection={<Icon name={page.icon} size={20} />}
        onClick={onGo}
      />
    </Hinted>
  )
}

interface GroupProps {
  entry: MenuGroup
  mini: boolean
  opened: boolean
  onOpen: (opened: boolean) => void
  onGo?: () => void
}

function Group({ entry, mini, opened, onOpen, onGo }: GroupProps) {
  const { t } = useText()
  const place = usePlace()
  const id = useId()
  const title = t(`group.${entry.group}`)
  const active = entry.pages.some((p) => p.path === place)
  if (mini)
    return (
      <Menu trigger="click-hover" position="right-start" width={260}>
        <Menu.Target>
          <NavLink
            component="button"
            className={css.link}
            active={active}
            aria-label={title}
            leftSection={<Icon name={GROUP_ICONS[entry.group]} size={20} />}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{title}</Menu.Label>
          {entry.pages.map((p) => (
            <Menu.Item key={p.path} component={Link} {...linkTo(p.path)} leftSection={<Icon name={p.icon} />}>
              {t(p.title)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )
  return (
    <>
      <NavLink
        component="button"
        className={css.link}
        label={title}
        active={active && !opened}
        aria-expanded={opened}
        aria-controls={id}
        leftSection={<Icon name={GROUP_ICONS[entry.group]} size={20} />}
        rightSection={<Icon name="down" size={16} className={css.chevron} />}
        onClick={() => onOpen(!opened)}
      />
      <Expand opened={opened} id={id}>
        <div className={css.nested}>
          {entry.pages.map((p) => (
            <PageLink key={p.path} page={p} mini={false} onGo={onGo} />
          ))}
        </div>
      </Expand>
    </>
  )
}
