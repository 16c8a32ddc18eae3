import { figuresIn, isFigureOf, isMoneyFigure, isMoneySource, reportSources } from '#core/report/index.ts'
import { seesMoney } from '#server/features/price/index.ts'
import type { Caller } from '#server/lib/serve.ts'
import { wordsOf } from '../words.ts'
import { sheetOf, valuesOf, type OpenPeriod, type SheetDeps, type SheetReader } from './make.ts'
import { figureMeaning } from './routes.ts'
import type { SheetBody } from './store.ts'

/** The figures that a sheet or a template names. */
const figuresOfBody = (body: SheetBody): string[] =>
  body.kind === 'template' ? [...new Set(body.names.map((one) => one.name))] : figuresIn(body)

/** Whether a sheet has figures of money: of revenue, or of series whose unit is money. */
export async function holdsMoney(deps: SheetDeps, hydro: string, body: SheetBody): Promise<boolean> {
  const figures = figuresOfBody(body)
  if (figures.some(isMoneyFigure)) return true
  const known = await deps.registry.known(hydro)
  const sources = reportSources(await deps.plants.describe(hydro), known).flatMap((o) => o.sources)
  const money = sources.filter((source) => isMoneySource(source, known))
  return figures.some((name) => isFigureOf(name, money))
}

/** Whether an account may see a sheet as somebody else would make it now: money is for those who see prices. */
export async function maySeeSheet(
  deps: SheetDeps,
  caller: Pick<Caller, 'hydro' | 'permissions'>,
  sheet: string,
): Promise<boolean> {
  if (seesMoney(caller)) return true
  return !(await holdsMoney(deps, caller.hydro, (await sheetOf(deps, caller.hydro, sheet)).body))
}

/** Figures that say what a row is, and how and by whom the sheet was made: no part of what it says. */
const OF_MAKING = /^(sheet\.|hour\.time$|day\.date$|month\.name$)/

/** What a sheet says, by figure and row; a figure without rows is in the first. figures: those that are wanted. */
export async function sheetFigures(
  deps: SheetDeps,
  who: SheetReader,
  body: SheetBody,
  open: OpenPeriod,
  wanted: readonly string[] = figuresOfBody(body),
) {
  const { view, span, language, source } = open
  const known = await deps.registry.known(who.hydro)
  const names = new Map([...known.values()].map((s) => [s.code, s.name]))
  const words = wordsOf(view.description, view.at, language, names)
  const figures = wanted.flatMap((name) => (OF_MAKING.test(name) ? [] : (source.figures.get(name) ?? [])))
  const { values } = await valuesOf(
    open,
    figures.map((one) => one.name),
  )
  return {
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
