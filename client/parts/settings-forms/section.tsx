import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { ITEMS, type ItemNoun } from '#contract/items.ts'
import type { Permission } from '#core/access/index.ts'
import { dateTime } from '../../lib/format.ts'
import type { ItemVersion } from '../../lib/items.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { ItemEditor, ItemHistory, usePeriod } from '../described-items/index.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './settings-forms.module.css'

/** One part of an item: its settings in force, since when and by whom, with its edit form and history. */
export function SettingsSection<N extends ItemNoun>(props: {
  noun: N
  /** The settings in force; null: never set, so `start` is shown. */
  item: ItemVersion<N> | null
  start?: unknown
  title: string
  hint?: string
  /** The facts. */
  children: ReactNode
  fields: (form: AnyForm) => ReactNode
}) {
  const { noun, item, start, title, hint, children, fields } = props
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const period = usePeriod()
  const mayUpdate = useCan(ITEMS[noun].change.access as Permission)
  const [open, setOpen] = useState<'edit' | 'history' | null>(null)
  const close = () => setOpen(null)
  return (
    <section className={layoutCss.columnWide} aria-label={title}>
      <header className={css.head}>
        <div className={css.about}>
          <h2 className={textCss.heading}>{title}</h2>
          {hint && <p className={css.small}>{hint}</p>}
          <p className={css.small}>
            {item ? (
              <>
                {t('settingsPage.held', { period: period(item) })}{' '}
                <span className={css.whole}>
                  {t('settingsPage.saved', {
                    who: item.recorded_by_name ?? t('settingsPage.program'),
                    when: dateTime(item.recorded_at, zone, language),
                  })}
                </span>
              </>
            ) : (
              t('settingsPage.neverSet')
            )}
          </p>
        </div>
        <div className={css.acts}>
          {item && (
            <Button
              variant="default"
              leftSection={<Icon name="clock" size={16} />}
              aria-label={t('settingsPage.historyOf', { what: title })}
              onClick={() => setOpen('history')}
            >
              {t('items.history')}
            </Button>
          )}
          {mayUpdate && (
            <Button
              leftSection={<Icon name="edited" size={16} />}
              aria-label={t('settingsPage.editOf', { what: title })}
              onClick={() => setOpen('edit')}
            >
              {t('items.edit')}
            </Button>
          )}
        </div>
      </header>
      {children}
      {open === 'edit' && (
        <ItemEditor noun={noun} item={item} start={start} title={title} onClose={close}>
          {fields}
        </ItemEditor>
      )}
      {open === 'history' && <ItemHistory noun={noun} id={noun} name={title} onClose={close} />}
    </section>
  )
}
