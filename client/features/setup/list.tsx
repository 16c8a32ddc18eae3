import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { AddButton } from '../../ui/page/index.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './setup.module.css'

interface Props {
  form: AnyForm
  path: string
  /** What an empty list means. */
  none: string
  add: { label: string; item: () => unknown }[]
  /** Name of one, for its button of removal. */
  nameOf: (index: number) => string
  children: (path: string, index: number) => ReactNode
}

/** Items of one kind below each other, each in a frame, with the buttons that add and remove them. */
export function SetupList({ form, path, none, add, nameOf, children }: Props) {
  const { t } = useText()
  const items = form.list(path)
  const wrong = form.errorOf(path)
  return (
    <div className={layoutCss.column}>
      {items.length === 0 && <p className={css.none}>{none}</p>}
      {items.map((item, i) => (
        <fieldset key={keyOf(item, i)} className={css.item}>
          <legend className={css.itemName}>{nameOf(i)}</legend>
          <ActionIcon
            className={css.itemRemove}
            variant="subtle"
            color="gray"
            aria-label={t('setup.removeItem', { name: nameOf(i) })}
            onClick={() => form.removeAt(path, i)}
          >
            <Icon name="trash" size={16} />
          </ActionIcon>
          {children(`${path}.${i}`, i)}
        </fieldset>
      ))}
      {wrong && (
        <p className={textCss.problem} role="alert" data-wrong tabIndex={-1}>
          {wrong}
        </p>
      )}
      <div className={layoutCss.row}>
        {add.map(({ label, item }) => (
          <AddButton
            key={label}
            label={label}
            variant="default"
            size="compact-md"
            onClick={() => form.insert(path, item())}
          />
        ))}
      </div>
    </div>
  )
}

const keyOf = (item: unknown, i: number) => String((item as { id?: string } | null)?.id ?? i)
