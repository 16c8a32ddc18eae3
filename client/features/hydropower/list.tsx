import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { ItemNoun } from '#contract/items.ts'
import { useItems, type ItemBody, type ItemVersion } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import type { DraftForm } from '../../lib/use-draft.ts'
import { useCan } from '../../lib/who.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { tableCss as table } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import {
  ItemEditor,
  ItemHistory,
  ItemMenu,
  nameOf,
  RetireItem,
  usePeriod,
  type ItemAct,
} from '../../parts/described-items/index.ts'
import css from './hydropower.module.css'
import { useWhen } from './when.tsx'

export interface Column<N extends ItemNoun> {
  label: string
  number?: boolean
  cell: (body: ItemBody<N>, version: ItemVersion<N>) => ReactNode
}

interface Given<N extends ItemNoun> {
  noun: N
  icon: IconName
  label: string
  columns: readonly Column<N>[]
  words: { add: string; none: string; hint: string; hintView: string }
  /** What a new one begins with, knowing those that are there. */
  start: (others: readonly ItemVersion<N>[]) => unknown
  form: (form: DraftForm, readOnly: boolean) => ReactNode
}

type Open<N extends ItemNoun> = { act: 'add' } | { act: ItemAct; item: ItemVersion<N> } | null

/** Items of one noun in force, with what can be done about each. */
export function ItemList<N extends ItemNoun>(props: Given<N>) {
  const { noun, icon, label, columns, words, start, form } = props
  const { t } = useText()
  const items = useItems(noun, useWhen())
  const period = usePeriod()
  const mayUpdate = useCan('information.update')
  const [open, setOpen] = useState<Open<N>>(null)
  const close = () => setOpen(null)
  const add = mayUpdate && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen({ act: 'add' })}>
      {words.add}
    </Button>
  )
  return (
    <>
      <Loaded query={items} what={label} height={320}>
        {(all) =>
          all.length === 0 ? (
            <div className={css.empty}>
              <Empty icon={icon} title={words.none} hint={mayUpdate ? words.hint : words.hintView} />
              {add}
            </div>
          ) : (
            <>
              {add && <div className={css.bar}>{add}</div>}
              <div className={table.scroll} tabIndex={0} role="group" aria-label={label}>
                <table className={table.table} aria-label={label}>
                  <thead>
                    <tr>
                      <th scope="col">{t('items.name')}</th>
                      {columns.map((c) => (
                        <th key={c.label} scope="col" className={c.number ? table.number : undefined}>
                          {c.label}
                        </th>
                      ))}
                      <th scope="col">{t('items.period')}</th>
                      <th scope="col">
                        <span className="sr">{t('items.actsOf', { name: '' })}</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {all.map((v) => {
                      const name = nameOf(v.body) ?? v.id
                      return (
                        <tr key={v.id}>
                          <th scope="row">
                            <button
                              type="button"
                              className={css.name}
                              onClick={() => setOpen({ act: 'edit', item: v })}
                            >
                              {name}
                            </button>
                          </th>
                          {columns.map((c) => (
                            <td
                              key={c.label}
                              data-label={c.label}
                              className={c.number ? table.number : undefined}
                            >
                              {c.cell(v.body, v)}
                            </td>
                          ))}
                          <td data-label={t('items.period')} className={table.small}>
                            {period(v)}
                          </td>
                          <td className={table.acts}>
                            <ItemMenu
                              name={name}
                              mayUpdate={mayUpdate}
                              onAct={(act) => setOpen({ act, item: v })}
                            />
                          </td>
                        </tr>
                      )
                    })}
                  </tbody>
                </table>
              </div>
            </>
          )
        }
      </Loaded>
      {open?.act === 'add' && (
        <ItemEditor noun={noun} item={null} start={start(items.data ?? [])} title={words.add} onClose={close}>
          {form}
        </ItemEditor>
      )}
      {open?.act === 'edit' && (
        <ItemEditor
          noun={noun}
          item={open.item}
          title={
            mayUpdate
              ? t('hydropower.editOne', { name: nameOf(open.item.body) ?? open.item.id })
              : (nameOf(open.item.body) ?? open.item.id)
          }
          readOnly={!mayUpdate}
          onClose={close}
        >
          {form}
        </ItemEditor>
      )}
      {open?.act === 'history' && (
        <ItemHistory
          noun={noun}
          id={open.item.id}
          name={nameOf(open.item.body) ?? open.item.id}
          onClose={close}
        />
      )}
      {open?.act === 'retire' && <RetireItem noun={noun} item={open.item} onClose={close} />}
    </>
  )
}
