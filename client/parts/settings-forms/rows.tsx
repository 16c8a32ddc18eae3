import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { AddButton } from '../../ui/page/index.tsx'
import { useField } from '../described-items/index.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './settings-forms.module.css'

/** A list of small records in a form, with buttons to add and remove. */
export function RecordRows(props: {
  path: string
  hint?: string
  empty: string
  add: string
  /** Initial values of a new record. */
  start: unknown
  children: (path: string) => ReactNode
}) {
  const { hint, empty, add, start, children } = props
  const { t } = useText()
  const { form, path, label } = useField(props.path)
  const list = form.list(path)
  const error = form.errorOf(path)
  return (
    <fieldset
      className={`${layoutCss.column} ${css.rows}`}
      aria-describedby={error ? `${path}-error` : undefined}
    >
      <legend>{label}</legend>
      {hint && <p className={css.small}>{hint}</p>}
      {list.length === 0 && <p className={css.small}>{empty}</p>}
      {list.map((_, i) => (
        <div key={i} className={css.row} role="group" aria-label={`${label} ${i + 1}`}>
          {children(`${props.path}.${i}`)}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            className={css.remove}
            aria-label={t('settingsPage.removeRow', { n: i + 1 })}
            onClick={() => form.removeAt(path, i)}
          >
            <Icon name="trash" size={16} />
          </ActionIcon>
        </div>
      ))}
      {error && (
        <p id={`${path}-error`} role="alert" data-wrong tabIndex={-1} className={textCss.problem}>
          {error}
        </p>
      )}
      <AddButton
        label={add}
        variant="default"
        size="compact-sm"
        className={css.add}
        onClick={() => form.insert(path, start)}
      />
    </fieldset>
  )
}
