import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { isForbidden } from '../../lib/call-error.ts'
import { Icon } from '../icon/index.tsx'
import { Forbidden } from '../state.tsx'
import textCss from '../text.module.css'
import css from './page.module.css'

interface PageProps {
  title: string
  hint?: string
  actions?: ReactNode
  filter?: ReactNode
  /** Content below the list, within its frame. */
  foot?: ReactNode
  /** A second list of a page: its title is a step smaller. */
  second?: boolean
  /** Error of loading its content; without permission the user sees nothing else of the page. */
  error?: unknown
  children: ReactNode
}

/** A page of the management layout: title with actions, filter, and list. */
export function Page({ title, hint, actions, filter, foot, second, error, children }: PageProps) {
  if (isForbidden(error)) return <Forbidden />
  const Title = second ? 'h2' : 'h1'
  return (
    <div className={second ? css.second : css.page}>
      <header className={css.head}>
        <div className={css.about}>
          <Title className={`${textCss.title} ${css.title}`}>{title}</Title>
          {hint && <p className={css.hint}>{hint}</p>}
        </div>
        {actions}
      </header>
      {filter && (
        <div className={css.filter} role="search">
          {filter}
        </div>
      )}
      <section className={css.panel} aria-label={title}>
        {children}
        {foot && <div className={css.foot}>{foot}</div>}
      </section>
    </div>
  )
}

/** The button that adds an item. */
export function AddButton({ label, ...props }: ButtonProps & { label: string; onClick: () => void }) {
  return (
    <Button leftSection={<Icon name="plus" size={props.size === 'compact-sm' ? 14 : 16} />} {...props}>
      {label}
    </Button>
  )
}
