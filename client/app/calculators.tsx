import { CloseButton, Menu, NavLink, Popover } from '@mantine/core'
import { Suspense, useId, type ReactNode } from 'react'
import { useText } from '../lib/text/index.ts'
import { lazyWith } from '../lib/text/load.ts'
import { Dialog } from '../ui/dialog/index.tsx'
import { Expand } from '../ui/expand/index.tsx'
import { Icon } from '../ui/icon/index.tsx'
import { useMedia } from '../ui/use-media.ts'
import { Boundary } from '../ui/boundary/index.ts'
import { CALCULATORS, type CalculatorKind } from '../features/calculators/menu.ts'
import panel from './panel.module.css'
import css from './sidebar.module.css'

const Calculator = lazyWith('more', () => import('../features/calculators/index.tsx'))

/** From this width on, a panel opens beside its menu item (specification, section 2). */
const ROOM = '(min-width: 1019px)'

interface Props {
  mini: boolean
  opened: boolean
  onOpen: (opened: boolean) => void
  /** The calculator that is open. */
  shown: CalculatorKind | null
  onShow: (kind: CalculatorKind | null) => void
}

/** Calculator entries of the sidebar; each opens its panel beside it. */
export function Calculators({ mini, opened, onOpen, shown, onShow }: Props) {
  const { t } = useText()
  const id = useId()
  const title = t('calculator.group')
  const icon = <Icon name="calculator" size={20} />
  if (mini)
    return (
      <Beside shown={shown} onClose={() => onShow(null)}>
        <Menu trigger="click-hover" position="right-start" width={300} disabled={shown !== null}>
          <Menu.Target>
            <NavLink component="button" className={css.link} aria-label={title} leftSection={icon} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{title}</Menu.Label>
            {CALCULATORS.map((kind) => (
              <Menu.Item key={kind} onClick={() => onShow(kind)}>
                {t(`calculator.title.${kind}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Beside>
    )
  return (
    <>
      <NavLink
        component="button"
        className={css.link}
        label={title}
        aria-expanded={opened}
        aria-controls={id}
        leftSection={icon}
        rightSection={<Icon name="down" size={16} className={css.chevron} />}
        onClick={() => onOpen(!opened)}
      />
      <Expand opened={opened} id={id}>
        <div className={css.nested}>
          {CALCULATORS.map((kind) => (
            <Beside key={kind} shown={shown === kind ? kind : null} onClose={() => onShow(null)}>
              <NavLink
                component="button"
                className={css.link}
                active={shown === kind}
                aria-haspopup="dialog"
                aria-expanded={shown === kind}
                label={t(`calculator.title.${kind}`)}
                onClick={() => onShow(shown === kind ? null : kind)}
              />
            </Beside>
          ))}
        </div>
      </Expand>
    </>
  )
}

/** Shows a calculator beside the item that opened it, on wide screens. */
function Beside(props: { shown: CalculatorKind | null; onClose: () => void; children: ReactNode }) {
  const { shown, onClose, children } = props
  const { t } = useText()
  const room = useMedia(ROOM)
  const id = useId()
  return (
    <Popover
      opened={shown !== null && room}
      onDismiss={onClose}
      closeOnClickOutside={false}
      position="right-start"
      width={500}
      offset={8}
      trapFocus
      withRoles={false}
      returnFocus
      // In a low window its entry may be scrolled out of the sidebar.
      hideDetached={false}
      shadow="md"
      transitionProps={{ duration: 120 }}
      zIndex={250}
    >
      <Popover.Target>
        <div>{children}</div>
      </Popover.Target>
      <Popover.Dropdown className={panel.popup} role="dialog" aria-labelledby={id}>
        {shown && (
          <>
            <div className={panel.head}>
              <h2 id={id}>{t(`calculator.title.${shown}`)}</h2>
              <CloseButton aria-label={t('dialog.close')} onClick={onClose} />
            </div>
            <div className={panel.inner}>
              <Inside kind={shown} />
            </div>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Shows a calculator as a dialog, on narrow screens. */
export function CalculatorDialog({ shown, onClose }: { shown: CalculatorKind | null; onClose: () => void }) {
  const { t } = useText()
  const room = useMedia(ROOM)
  if (shown === null || room) return null
  return (
    <Dialog title={t(`calculator.title.${shown}`)} opened onClose={onClose} actions={() => null}>
      <Inside kind={shown} />
    </Dialog>
  )
}

function Inside({ kind }: { kind: CalculatorKind }) {
  return (
    <Boundary key={kind}>
      <Suspense fallback={<div className={panel.waiting} aria-busy />}>
        <Calculator kind={kind} />
      </Suspense>
    </Boundary>
  )
}
