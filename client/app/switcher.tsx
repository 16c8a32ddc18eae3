import { Combobox, ScrollArea, UnstyledButton, useCombobox } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { number } from '../lib/format.ts'
import { reportFailures } from '../lib/failures.ts'
import { useText } from '../lib/text/index.ts'
import { lazyWith } from '../lib/text/load.ts'
import { useProfile } from '../lib/app-state.ts'
import { plain } from '../lib/plain.ts'
import { Icon } from '../ui/icon/index.tsx'
import { moveTo } from '../lib/start/signed-in.ts'
import textCss from '../ui/text.module.css'
import css from './switcher.module.css'

const State = lazyWith('more', () => import('../features/overview/switcher-state.tsx'))

/** More than so many are not listed: they are found by typing. */
const MOST = 100
/** From this many reservoirs on, the list has a search field. */
const MANY = 8

/** Name of the current reservoir and the menu of the others. */
export default function Switcher({ name, shown: title }: { name: string; shown: string }) {
  const { t } = useText()
  const { reservoirs, hydro_code: here } = useProfile()
  const [wanted, setWanted] = useState('')
  const [moving, setMoving] = useState(false)
  const many = reservoirs.length >= MANY
  const box = useCombobox({
    onDropdownOpen: () => {
      box.updateSelectedOptionIndex('active')
      if (many) box.focusSearchInput()
    },
    onDropdownClose: () => {
      box.resetSelectedOption()
      setWanted('')
    },
  })
  const needle = plain(wanted.trim())
  const found = reservoirs.filter((r) => plain(`${r.hydro_name} ${r.hydro_code}`).includes(needle))
  const shown = found.slice(0, MOST)

  // Enter takes the first match, once the list shows the matches.
  useEffect(() => {
    if (wanted !== '') box.selectFirstOption()
  }, [wanted])

  async function go(hydro: string) {
    box.closeDropdown()
    box.focusTarget()
    if (hydro === here) return
    setMoving(true)
    // On failure the page stays and shows the reason.
    await moveTo(hydro).catch(reportFailures)
    setMoving(false)
  }

  return (
    <Combobox
      store={box}
      onOptionSubmit={(hydro) => void go(hydro)}
      position="bottom-start"
      width={360}
      shadow="md"
      transitionProps={{ duration: 100 }}
    >
      <Combobox.Target targetType="button">
        <UnstyledButton
          className={css.target}
          aria-label={t('reservoirs.now', { name })}
          title={name}
          aria-busy={moving || undefined}
          // Not disabled, since a disabled button would lose the focus returned to it.
          aria-disabled={moving || undefined}
          onClick={() => moving || box.toggleDropdown()}
        >
          <span className={css.name}>{title}</span>
          <Icon name="down" size={18} className={css.chevron} />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown className={css.dropdown}>
        {many && (
          <Combobox.Search
            value={wanted}
            onChange={(e) => setWanted(e.currentTarget.value)}
            aria-label={t('reservoirs.search')}
            placeholder={t('reservoirs.search')}
            leftSection={<Icon name="search" size={16} />}
          />
        )}
        <Combobox.Options aria-label={t('reservoirs.list')}>
          <ScrollArea.Autosize mah={320} type="scroll">
            {shown.map((r) => (
              <Combobox.Option key={r.hydro_code} value={r.hydro_code} active={r.hydro_code === here}>
                <span className={css.option}>
                  <span className={textCss.breaks}>
                    {r.hydro_name}
                    <span className={css.code}>{r.hydro_code}</span>
                  </span>
                  <span className={css.aside}>
                    <Suspense fallback={null}>
                      <State hydro={r.hydro_code} />
                    </Suspense>
                    {r.hydro_code === here && <Icon name="station" size={16} label={t('reservoirs.here')} />}
                  </span>
                </span>
              </Combobox.Option>
            ))}
            {found.length > MOST && (
              <div className={css.more}>{t('reservoirs.more', { n: number(found.length - MOST, 0) })}</div>
            )}
            {shown.length === 0 && <Combobox.Empty>{t('reservoirs.none')}</Combobox.Empty>}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
