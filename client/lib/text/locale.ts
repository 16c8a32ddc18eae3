/** How languages write dates and durations, for components that do not import the contract. */
export { LANGUAGES, LOCALES, isLanguage, writeDate, type Language } from '#contract/locale.ts'
