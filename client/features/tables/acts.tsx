import type { TableItem } from '#contract/tables/table.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { RowActs, type RowAct } from '../../ui/table/index.ts'
import { useTableFile, type FileKind } from './queries.ts'

/** A dialog over the page, and its table. */
export type OpenTable = { act: 'view' | 'versions' | 'period' | 'retire' | 'again'; item: TableItem } | null

const FILES: FileKind[] = ['original', 'csv', 'xlsx']

interface Props {
  item: TableItem
  onOpen: (open: OpenTable) => void
  /** A former version, which can be viewed or reinstated. */
  past?: boolean
}

/** Menu of the actions on a table. */
export function TableActs({ item, onOpen, past = false }: Props) {
  const { t } = useText()
  const may = useCan('interpolate.update')
  // A retired table is reinstated from its list.
  const former = past || item.superseded_at !== null
  const mayUpdate = may && !former
  const file = useTableFile()
  const files = FILES.filter((as) => as !== 'original' || item.has_file)
  return (
    <RowActs
      name={item.name}
      acts={[
        { icon: 'eye', label: t('interpolate.act.view'), run: () => onOpen({ act: 'view', item }) },
        may &&
          former &&
          !item.in_force && {
            icon: 'refresh',
            label: t('interpolate.again.act'),
            run: () => onOpen({ act: 'again', item }),
          },
        !past && {
          icon: 'log',
          label: t('interpolate.act.versions'),
          run: () => onOpen({ act: 'versions', item }),
        },
        ...files.map((as): RowAct => ({
          icon: 'save',
          label: t(`interpolate.act.${as}`),
          run: () => void file.save(item, as),
        })),
        mayUpdate && {
          icon: 'edited',
          label: t('interpolate.act.period'),
          run: () => onOpen({ act: 'period', item }),
        },
        mayUpdate && {
          icon: 'block',
          label: t('interpolate.act.retire'),
          run: () => onOpen({ act: 'retire', item }),
          grave: true,
        },
      ]}
    />
  )
}
