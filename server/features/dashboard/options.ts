import { optionNames as en } from '#contract/messages/en/options.ts'
import { optionNames as vi } from '#contract/messages/vi/options.ts'
import type { Language } from '#contract/messages.ts'

const NAMES = { vi, en }

type OptionList = keyof typeof vi

/** Category of an outlet: 2 for gates, 1 for units. */
export function categoryOf(gateType: number): 1 | 2 {
  return gateType >= 6 ? 1 : 2
}

/** An option list of the specification: ids in order, with their names. */
export function options(list: OptionList, language: Language): { id: number; name: string }[] {
  return Object.entries<string>(NAMES[language][list]).map(([id, name]) => ({ id: Number(id), name }))
}
