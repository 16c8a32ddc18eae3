import { pluralForm, type Language, type Params } from '#contract/fill.ts'

const BLANK = /\{\{(\w+)(?:\|([^{}]*))?\}\}/g

/** Fills in a text's placeholders: {{name}}. A word that depends on a count lists its forms: {{n|row|rows}}. */
export const fillText = (text: string, language: Language, params: Params): string =>
  text.replace(BLANK, (_, name: string, forms?: string) => {
    const value = params[name] ?? ''
    return forms === undefined ? String(value) : pluralForm(language, value, forms)
  })
