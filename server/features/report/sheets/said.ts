import {
  figuresIn,
  isFigureOf,
  isMoneyFigure,
  isMoneySource,
  reportSources,
  type SheetPeriod,
} from '#core/report/index.ts'
import { seesMoney } from '#server/features/price/index.ts'
import type { Caller } from '#server/lib/serve.ts'
import { wordsOf } from '../words.ts'
import { openPeriod, sheetOf, valuesOf, type SheetDeps, type SheetReader, type SheetRequest } from './make.ts'
import { figureMeaning } from './routes.ts'
import type { SheetBody } from './store.ts'

/** The figures that a sheet or a template names. */
const figuresOfBody = (body: SheetBody): string[] =>
  body.kind === 'template' ? [...new Set(body.names.map((one) => one.name))] : figuresIn(body)

/** Whether an account may see a sheet as somebody else made it: money is for those who see prices. */
export async function maySeeSheet(
  deps: SheetDeps,
  caller: Pick<Caller, 'hydro' | 'permissions'>,
  sheet: string,
): Promise<boolean> {
  if (seesMoney(caller)) return true
  const { body } = await sheetOf(deps, caller.hydro, sheet)
  const figures = figuresOfBody(body)
  if (figures.some(isMoneyFigure)) return false
  const known = await deps.registry.known(caller.hydro)
  const sources = reportSources(await deps.plants.describe(caller.hydro), known).flatMap((o) => o.sources)
  const money = sources.filter((source) => isMoneySource(source, known))
  return !figures.some((name) => isFigureOf(name, money))
}

/** Of which time a sheet is. @throws Problem 404 */
export const sheetPeriod = async (deps: SheetDeps, hydro: string, sheet: string): Promise<SheetPeriod> =>
  (await sheetOf(deps, hydro, sheet)).body.period

/** The values of a sheet that come from readings, by figure and row. @throws Problem 404, 400 */
export async function sheetFigures(deps: SheetDeps, who: SheetReader, request: SheetRequest) {
  const { body } = await sheetOf(deps, who.hydro, request.sheet)
  const open = await openPeriod(deps, who, body.period, request)
  const { view, span, language, source } = open
  const known = await deps.registry.known(who.hydro)
  const names = new Map([...known.values()].map((s) => [s.code, s.name]))
  const words = wordsOf(view.description, view.at, language, names)
  const figures = figuresOfBody(body).flatMap((name) => {
    const one = source.figures.get(name)
    return one?.column ? [one] : []
  })
  const { values } = await valuesOf(
    open,
    figures.map((one) => one.name),
  )
  const { start, end } = span.whole.spans.day
  return {
    from: start,
    to: end,
    columns: figures.map((one) => ({
      id: one.name,
      name: figureMeaning(one, words, language),
      unit: one.unit,
      decimals: one.decimals,
    })),
    t: span.rows.map((row) => row.t),
    v: figures.map((one) => span.rows.map((_, i) => values.get(one.name)?.[i]?.v ?? null)),
  }
}
