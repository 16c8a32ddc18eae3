import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './page.module.css'

interface Props<T extends string> {
  /** Accessible name of the tabs. */
  label: string
  tabs: readonly T[]
  tab: T
  nameOf: (tab: T) => string
  onTab: (tab: T) => void
  /** Class of the panel, where its parts need another spacing. */
  panel?: string
  /** Content of the selected tab. */
  children: ReactNode
}

/** Tabs of a page: the row is fixed and scrolls sideways where it is too narrow; the content scrolls below. */
export function PageTabs<T extends string>(props: Props<T>) {
  const { label, tabs, tab, nameOf, onTab, panel = css.tabPanel, children } = props
  return (
    <Tabs
      value={tab}
      onChange={(next) => next !== null && onTab(next as T)}
      keepMounted={false}
      classNames={{ root: css.tabs, list: css.tabList, panel }}
    >
      <Tabs.List aria-label={label}>
        {tabs.map((key) => (
          <Tabs.Tab key={key} value={key}>
            {nameOf(key)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>{children}</Tabs.Panel>
    </Tabs>
  )
}
