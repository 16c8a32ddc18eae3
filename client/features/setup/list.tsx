import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { FieldsOf } from '../../parts/described-items/index.ts'
import { AddButton } from '../../ui/page/index.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './setup.module.css'

interface Props {
  form: AnyForm
  path: string
  /** Heading of an item. */
  noun: string
  /** Text of an empty list. */
  none: string
  add: { label: string; item: () => unknown }[]
  /** Name of an item, for its remove button. */
  nameOf: (index: number) => string
  /** Fields of an item, with paths below its own. */
  children: (path: string) => ReactNode
}

/** List of items of one kind, each in a frame, with buttons to add and remove. */
export function SetupList({ form, path, noun, none, add, nameOf, children }: Props) {
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
          <FieldsOf form={form} noun={noun} under={`${path}.${i}.`}>
            {children(`${path}.${i}`)}
          </FieldsOf>
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
