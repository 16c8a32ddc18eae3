import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { TableItem, TableObject } from '#contract/tables.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/who.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import type { Preset } from './draft.ts'
import { groupName, OPENINGS, RATINGS } from './groups.ts'
import { ordered } from './list.ts'
import { Overlays } from './overlays.tsx'
import { Progress } from './progress.tsx'
import { useGroups, useTables, type GroupOffer } from './queries.ts'
import { Rows, type Section } from './rows.tsx'
import { Templates } from './templates.tsx'
import { Upload } from './upload.tsx'
import { useOpen } from './use-open.ts'
import css from './tables.module.css'

const GROUPS = [...RATINGS, ...OPENINGS]
const ALL = ''

/** Ratings and sensor travel of the outlets, outlet by outlet. */
export default function Outlets() {
  const { t, texts } = useText()
  const [search, setSearch] = useSearchParams()
  const tables = useTables()
  const groups = useGroups()
  const mayUpdate = useCan('interpolate.update')
  const [open, onOpen] = useOpen(tables.data)
  const [preset, setPreset] = useState<Preset | null>(null)
  useTitle('route.outletInterpolate')
  const items = tables.data?.filter((i) => GROUPS.includes(i.group)) ?? []
  const outlets = outletsOf(groups.data ?? [], items)
  const wanted = outlets.find((o) => o.id === search.get('outlet'))?.id ?? null
  const shown = wanted === null ? outlets : outlets.filter((o) => o.id === wanted)

  const sections = shown.map((outlet): Section => {
    const own = ordered(items.filter((i) => i.object.id === outlet.id))
    return {
      key: outlet.id!,
      title: outlet.name,
      items: own,
      empty: t('interpolate.emptyRating'),
      act: mayUpdate && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="upload" size={14} />}
          aria-label={`${t('interpolate.upload')}: ${outlet.name}`}
          onClick={() => setPreset({ groups: GROUPS, object: outlet.id! })}
        >
          {t('interpolate.upload')}
        </Button>
      ),
    }
  })

  return (
    <>
      <Page
        title={t('interpolate.outlets')}
        hint={t('interpolate.outletsHint')}
        actions={
          <div className={css.actions}>
            <Templates groups={['ZAQ', 'FFZQ', 'ZAoAc', 'XA']} />
            {mayUpdate && (
              <Button
                leftSection={<Icon name="upload" size={16} />}
                disabled={!groups.data || !tables.data || outlets.length === 0}
                onClick={() => setPreset({ groups: GROUPS, object: wanted ?? undefined })}
              >
                {t('interpolate.upload')}
              </Button>
            )}
          </div>
        }
        filter={
          outlets.length > 1 && (
            <div className={css.wide} data-wide>
              <Choice
                aria-label={t('interpolate.outlet')}
                value={wanted ?? ALL}
                onChange={(v) => setSearch(v === ALL ? {} : { outlet: v }, { replace: true })}
                data={[
                  { value: ALL, label: t('interpolate.anyOutlet') },
                  ...outlets.map((o) => ({ value: o.id!, label: o.name })),
                ]}
              />
            </div>
          )
        }
      >
        <Progress />
        <Loaded query={groups} what={t('interpolate.outlets')} height={420}>
          {() => (
            <Loaded query={tables} what={t('interpolate.outlets')} height={420}>
              {() =>
                outlets.length === 0 ? (
                  <Empty
                    icon="gate"
                    title={t('interpolate.noOutlets')}
                    hint={t('interpolate.noOutletsHint')}
                  />
                ) : (
                  <Rows
                    label={t('interpolate.outlets')}
                    sections={sections}
                    second={{
                      label: t('interpolate.group'),
                      of: (item) => `${item.group} · ${groupName(item, texts)}`,
                    }}
                    onOpen={onOpen}
                  />
                )
              }
            </Loaded>
          )}
        </Loaded>
      </Page>
      <Overlays open={open} onOpen={onOpen} />
      {preset && groups.data && (
        <Upload preset={preset} offers={groups.data} items={items} onClose={() => setPreset(null)} />
      )}
    </>
  )
}

/** Gates in the order of their description, each with those of its leaves that have tables of their own. */
function outletsOf(groups: readonly GroupOffer[], items: readonly TableItem[]): TableObject[] {
  const offered = groups.filter((g) => GROUPS.includes(g.group)).flatMap((g) => g.objects)
  const gates = new Map(offered.filter((o) => o.kind === 'gate').map((o) => [o.id, o]))
  // Leaves are named after their gate; an outlet that is described no longer stands at the end.
  const others = [...new Map(items.map((i) => [i.object.id, i.object])).values()].filter(
    (o) => !gates.has(o.id),
  )
  const inOrder: TableObject[] = []
  for (const gate of gates.values())
    inOrder.push(gate, ...others.filter((o) => o.name.startsWith(`${gate.name} – `)))
  return [...inOrder, ...others.filter((o) => !inOrder.includes(o))]
}
