import { isComputedCode } from '../calculation/index.ts'
import { isUnit } from '../quantities.ts'
import type { ObjectSources } from './sources.ts'
import type {
  Measure,
  Nature,
  ReportColumn,
  ReportKind,
  ReportObject,
  ReportRequest,
  Source,
} from './types.ts'

const EXTREMES = ['min', 't_min', 'max', 't_max'] as const
/** Over days and longer. */
const LONG: Readonly<Record<Nature, readonly Measure[]>> = {
  level: ['end', 'mean', ...EXTREMES],
  storage: ['end', 'mean', ...EXTREMES],
  flow: ['mean', ...EXTREMES, 'volume'],
  average: ['mean', ...EXTREMES],
  amount: ['sum'],
  ratio: ['mean'],
}
/** Over an hour. */
const SHORT: Readonly<Record<Nature, readonly Measure[]>> = {
  level: ['end'],
  storage: ['end'],
  flow: ['mean'],
  average: ['mean'],
  amount: ['sum'],
  ratio: ['mean'],
}

const measuresOf = (kind: ReportKind, { nature, money, ratio }: Source): readonly Measure[] =>
  kind === 'raw' ? (money || ratio ? [] : ['value']) : kind === 'hourly' ? SHORT[nature] : LONG[nature]

/** Decimals of volumes in 10^6 m3: a day of a small plant needs more than storage does. */
const VOLUME_DECIMALS = 3

function columnOf(object: ReportObject, source: Source, measure: Measure): ReportColumn {
  const id = `${source.id}/${measure}`
  switch (measure) {
    case 't_min':
    case 't_max':
    case 'method':
    case 'table':
    case 'flags':
      return { id, object, source, measure, unit: '', decimals: 0 }
    case 'volume':
      return { id, object, source, measure, unit: '10^6 m3', decimals: VOLUME_DECIMALS }
    default: {
      const unit = isUnit(source.shown) ? source.shown : ''
      return { id, object, source, measure, unit, decimals: source.decimals }
    }
  }
}

/** Whether a column may be in a report: whoever may not see money has no such column, in no answer and no file. */
type MayColumn = (source: Source) => boolean

/** The columns of a report, in the order of its objects. objects: those that were chosen, with their quantities. */
export function reportColumns(
  objects: readonly ObjectSources[],
  { kind, mode, withSent }: Pick<ReportRequest, 'kind' | 'mode' | 'withSent'>,
  may: MayColumn = () => true,
): ReportColumn[] {
  return objects.flatMap(({ object, sources }) => {
    const columns = sources.filter(may).flatMap((source) => {
      const own = measuresOf(kind, source).map((measure) => columnOf(object, source, measure))
      const isSent = !source.money && !source.ratio && source.pieces.some((p) => !isComputedCode(p.series))
      return kind === 'raw' && withSent && isSent ? [...own, columnOf(object, source, 'sent')] : own
    })
    if (mode !== 'detail' || columns.length === 0) return columns
    const result = sources.findLast(may)!
    const computed = object.kind === 'outlet' || object.kind === 'leaf' || object.kind === 'unit'
    return [
      ...columns,
      ...(computed ? [columnOf(object, result, 'method'), columnOf(object, result, 'table')] : []),
      columnOf(object, result, 'flags'),
    ]
  })
}
