import { Combobox, useCombobox } from '@mantine/core'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { matches } from '../../parts/series-choices/choices.ts'
import css from './charts.module.css'
import { PICKER_GROUPS } from './groups.ts'
import { screenOf } from './model.ts'
import type { SeriesList } from './use-series.ts'

interface Props {
  list: SeriesList
  /** Series already chosen; pressing one removes it. */
  chosen: ReadonlySet<string>
  onPick: (code: string) => void
  /** Closes after one choice; otherwise it stays open for more. */
  single?: boolean
  /** Opens the picker from outside whenever it grows. */
  opens?: number
  /** Why no more can be added; null: more can be added. */
  full?: string | null
  children: (open: { toggle: () => void; opened: boolean }) => ReactNode
}

/** Searchable picker of series, by group. */
export function SeriesPicker({
  list,
  chosen,
  onPick,
  single = false,
  opens = 0,
  full = null,
  children,
}: Props) {
  const { t, texts, language } = useText()
  const [search, setSearch] = useState('')
  const box = useCombobox({
    onDropdownClose: () => {
      box.resetSelectedOption()
      box.focusTarget()
      setSearch('')
    },
    onDropdownOpen: () => box.focusSearchInput(),
  })
  useEffect(() => {
    if (opens > 0) box.openDropdown()
  }, [opens])
  const found = useMemo(
    () =>
      PICKER_GROUPS.map((group) => ({
        group,
        choices: (list.groups.get(group) ?? []).filter((c) => matches(c, search)),
      })).filter((g) => g.choices.length > 0),
    [list, search],
  )
  return (
    <Combobox
      store={box}
      position="bottom-start"
      width={380}
      shadow="md"
      withinPortal
      onOptionSubmit={(code) => {
        if (full !== null && !chosen.has(code)) return
        onPick(code)
        if (single) box.closeDropdown()
      }}
    >
      <Combobox.Target targetType="button">
        {children({ toggle: () => box.toggleDropdown(), opened: box.dropdownOpened })}
      </Combobox.Target>
      <Combobox.Dropdown className={css.picker}>
        <Combobox.Search
          value={search}
          onChange={(e) => {
            setSearch(e.currentTarget.value)
            box.selectFirstOption()
          }}
          placeholder={t('charts.search')}
          aria-label={t('charts.search')}
          leftSection={<Icon name="search" size={16} />}
        />
        {full !== null && (
          <p className={css.full} role="status">
            {full}
          </p>
        )}
        <Combobox.Options className={css.options} aria-label={t('charts.add')}>
          {found.length === 0 ? (
            <Combobox.Empty>{t('charts.noMatch')}</Combobox.Empty>
          ) : (
            found.map(({ group, choices }) => (
              <Combobox.Group key={group} label={texts.charts.group[group]}>
                {choices.map((c) => (
                  <Combobox.Option
                    key={c.code}
                    value={c.code}
                    active={chosen.has(c.code)}
                    disabled={full !== null && !chosen.has(c.code)}
                  >
                    <span className={css.option}>
                      <span className={css.tick}>
                        {chosen.has(c.code) && <Icon name="check" size={14} label={t('charts.drawn')} />}
                      </span>
                      <span>
                        {c.label}
                        <small>
                          {[c.detail, c.code, screenOf(c.unit, language).unit].filter(Boolean).join(' · ')}
                        </small>
                      </span>
                    </span>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
