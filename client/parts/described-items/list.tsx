import { useState, type ReactNode } from 'react'
import type { Permission } from '#core/access/index.ts'
import type { ItemNoun } from '#contract/items.ts'
import { useItems, type ItemBody, type ItemVersion } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { type IconName } from '../../ui/icon/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { DataTable, RowName } from '../../ui/table/index.ts'
import { AddButton } from '../../ui/page/index.tsx'
import textCss from '../../ui/text.module.css'
import { ItemEditor, itemName } from './editor.tsx'
import { ItemHistory } from './history.tsx'
import css from './items.module.css'
import { ItemMenu, type ItemAct } from './menu.tsx'
import { usePeriod } from './period.ts'
import { RetireItem } from './retire.tsx'

interface Column<N extends ItemNoun> {
  label: string
  number?: boolean
  cell: (body: ItemBody<N>, version: ItemVersion<N>) => ReactNode
}

interface Props<N extends ItemNoun> {
  noun: N
  /** Permission that changes them. */
  update: Permission
  /** Local time at which they are in force; absent: now. */
  at?: string
  icon: IconName
  label: string
  columns: readonly Column<N>[]
  words: { add: string; none: string; hint: string; hintView: string }
  /** Initial values of a new item, from the existing ones. */
  start: (others: readonly ItemVersion<N>[]) => unknown
  form: (form: AnyForm, readOnly: boolean) => ReactNode
}

type Open<N extends ItemNoun> = { act: 'add' } | { act: ItemAct; item: ItemVersion<N> } | null

/** Items of one noun in force, with their actions. */
export function ItemList<N extends ItemNoun>(props: Props<N>) {
  const { noun, update, at, icon, label, columns, words, start, form } = props
  const { t } = useText()
  const items = useItems(noun, { at })
  const period = usePeriod()
  const mayUpdate = useCan(update)
  const [open, setOpen] = useState<Open<N>>(null)
  const close = () => setOpen(null)
  const named = (v: ItemVersion<N>) => itemName(v.body) ?? v.id
  const add = mayUpdate && <AddButton label={words.add} onClick={() => setOpen({ act: 'add' })} />
  return (
    <>
      <Loaded query={items} what={label} height={320}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={icon} title={words.none} hint={mayUpdate ? words.hint : words.hintView}>
              {add}
            </Empty>
          ) : (
            <>
              {add && <div className={css.bar}>{add}</div>}
              <DataTable
                label={label}
                rows={all}
                rowKey={(v) => v.id}
                columns={[
                  {
                    id: 'name',
                    head: t('items.name'),
                    rowHeader: true,
                    value: named,
                    cell: (v) => <RowName name={named(v)} onOpen={() => setOpen({ act: 'edit', item: v })} />,
                  },
                  ...columns.map(({ label: head, number, cell }) => ({
                    id: head,
                    head,
                    align: number ? ('number' as const) : undefined,
                    cell: (v: ItemVersion<N>) => cell(v.body, v),
                  })),
                  {
                    id: 'period',
                    head: t('items.period'),
                    className: textCss.small,
                    value: period,
                  },
                ]}
                actions={{
                  head: t('act.more', { name: '' }),
                  cell: (v) => (
                    <ItemMenu
                      name={named(v)}
                      mayUpdate={mayUpdate}
                      onAct={(act) => setOpen({ act, item: v })}
                    />
                  ),
                }}
              />
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
          title={mayUpdate ? t('items.editOne', { name: named(open.item) }) : named(open.item)}
          readOnly={!mayUpdate}
          onClose={close}
        >
          {form}
        </ItemEditor>
      )}
      {open?.act === 'history' && (
        <ItemHistory noun={noun} id={open.item.id} name={named(open.item)} onClose={close} />
      )}
      {open?.act === 'retire' && <RetireItem noun={noun} item={open.item} onClose={close} />}
    </>
  )
}
