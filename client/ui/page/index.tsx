import type { ReactNode } from 'react'
import css from './page.module.css'

/** A page of the management layout: its title with what can be done, a filter, and what it lists. */
export function Page({
  title,
  hint,
  actions,
  filter,
  children,
}: {
  title: string
  hint?: string
  actions?: ReactNode
  filter?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div className={css.about}>
          <h1 className={css.title}>{title}</h1>
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
      </section>
    </div>
  )
}

// Tables of their own that have not moved onto DataTable yet take these from here.
export { RowActs } from '../table/Row.tsx'
