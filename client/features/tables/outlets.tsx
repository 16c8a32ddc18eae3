import { Button } from '@mantine/core'
import { useState } from 'react'
import type { TableItem, TableObject } from '#contract/tables/table.ts'
import { view, word } from '../../lib/address-fields.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { FilterBar } from '../../ui/filter/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import type { Preset } from './draft.ts'
import { groupName, OPENINGS, RATINGS } from './groups.ts'
import { orderedTables } from './list.ts'
import { Overlays } from './overlays.tsx'
import { Progress } from './progress.tsx'
import { useTableGroups, useTables, type GroupOffer } from './queries.ts'
import { TableRows, type TableSection } from './rows.tsx'
import { Templates } from './templates.tsx'
import { UploadTables } from './upload.tsx'
import { useOpenTable } from './use-open.ts'
import layoutCss from '../../ui/layout.module.css'

const GROUPS = [...RATINGS, ...OPENINGS]
/** A single outlet is a view of the page, left by its own field. */
const FIELDS = { outlet: view(word()) }

/** Ratings and sensor travel, outlet by outlet. */
export default function OutletRatings() {
  const { t, texts } = useText()
  const address = useAddress(FIELDS)
  const tables = useTables()
  const groups = useTableGroups()
  const mayUpdate = useCan('interpolate.update')
  const [open, onOpen] = useOpenTable(tables.data)
  const [preset, setPreset] = useState<Preset | null>(null)
  useTitle('route.outletInterpolate')
  const items = tables.data?.filter((i) => GROUPS.includes(i.group)) ?? []
  const outlets = outletsOf(groups.data ?? [], items)
  const wanted = outlets.find((o) => o.id === address.filter.outlet)?.id ?? null
  const shown = wanted === null ? outlets : outlets.filter((o) => o.id === wanted)

  const sections = shown.map((outlet): TableSection => {
    const own = orderedTables(items.filter((i) => i.object.id === outlet.id))
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
          <div className={layoutCss.row}>
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
            <FilterBar
              {...address}
              filter={{ outlet: wanted }}
              fields={[
                {
                  kind: 'choice',
                  name: 'outlet',
                  label: t('interpolate.outlet'),
                  any: t('interpolate.anyOutlet'),
                  options: outlets.map((o) => ({ value: o.id!, label: o.name })),
                  width: 320,
                  wide: true,
                },
              ]}
            />
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
                  <TableRows
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
        <UploadTables preset={preset} offers={groups.data} items={items} onClose={() => setPreset(null)} />
      )}
    </>
  )
}

/** Outlets in the order of their description, each with its gates that have tables of their own. */
function outletsOf(groups: readonly GroupOffer[], items: readonly TableItem[]): TableObject[] {
  const offered = groups.filter((g) => GROUPS.includes(g.group)).flatMap((g) => g.objects)
  const gates = new Map(offered.filter((o) => o.kind === 'gate').map((o) => [o.id, o]))
  // Gates are listed below their outlet; an outlet that no longer exists comes last.
  const others = [...new Map(items.map((i) => [i.object.id, i.object])).values()].filter(
    (o) => !gates.has(o.id),
  )
  const inOrder: TableObject[] = []
  for (const gate of gates.values())
    inOrder.push(gate, ...others.filter((o) => o.name.startsWith(`${gate.name} – `)))
  return [...inOrder, ...others.filter((o) => !inOrder.includes(o))]
}
