import { Button } from '@mantine/core'
import type { TableItem } from '#contract/tables.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { ORDER, objectName } from './groups.ts'
import { isFiltered, objectKey, PLANT, type List } from './list.ts'
import css from './tables.module.css'

const ALL = ''

/** By group, object and state; only what there is can be chosen. */
export function Filter({
  list,
  items,
  retired,
  show,
}: {
  list: List
  items: readonly TableItem[]
  /** Whether there are tables that are read no more. */
  retired: boolean
  show: (part: Partial<List>) => void
}) {
  const { t, texts } = useText()
  const groups = ORDER.filter((g) => g === list.group || items.some((i) => i.group === g))
  const objects = new Map(items.map((i) => [objectKey(i), objectName(i.object)]))
  return (
    <>
      <div className={css.wide} data-wide>
        <Choice
          aria-label={t('interpolate.group')}
          value={list.group ?? ALL}
          onChange={(v) => show({ group: (v as List['group']) || null })}
          data={[
            { value: ALL, label: t('interpolate.anyGroup') },
            ...groups.map((g) => ({ value: g, label: `${g} · ${texts.interpolate.groups[g]}` })),
          ]}
        />
      </div>
      <div className={css.narrow}>
        <Choice
          aria-label={t('interpolate.object')}
          value={list.object !== null && objects.has(list.object) ? list.object : ALL}
          onChange={(v) => show({ object: v || null })}
          data={[
            { value: ALL, label: t('interpolate.anyObject') },
            ...[...objects]
              .sort(
                ([a, x], [b, y]) =>
                  Number(b === PLANT) - Number(a === PLANT) || x.localeCompare(y, 'vi', { numeric: true }),
              )
              .map(([value, label]) => ({ value, label })),
          ]}
        />
      </div>
      <div className={css.narrow}>
        <Choice
          aria-label={t('interpolate.state')}
          value={list.state ?? ALL}
          onChange={(v) => show({ state: (v as List['state']) || null })}
          data={[
            { value: ALL, label: t('interpolate.anyState') },
            { value: 'inForce', label: t('interpolate.states.inForce') },
            { value: 'others', label: t('interpolate.others') },
            ...(retired ? [{ value: 'retired', label: t('interpolate.states.retired') }] : []),
          ]}
        />
      </div>
      {isFiltered(list) && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => show({ group: null, object: null, state: null })}
        >
          {t('act.clear')}
        </Button>
      )}
    </>
  )
}
