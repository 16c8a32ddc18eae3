import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/index.tsx'
import css from './form.module.css'

const ICONS: Record<Kind, IconName> = { failed: 'warning', done: 'check', info: 'info' }
type Kind = 'failed' | 'done' | 'info'

interface Props {
  kind: Kind
  title?: string
  children: ReactNode
}

/** A message about a whole form: why it failed, or what comes next. */
export function FormAlert({ kind, title, children }: Props) {
  return (
    <Alert
      role={kind === 'failed' ? 'alert' : 'status'}
      variant="outline"
      title={title}
      icon={<Icon name={ICONS[kind]} />}
      className={css.alert}
      data-kind={kind}
    >
      {children}
    </Alert>
  )
}
