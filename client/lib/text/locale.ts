/** How languages write dates and lengths of time, for whoever draws and knows nothing of the contract. */
export { LANGUAGES, LOCALES, isLanguage, writeDate, type Language } from '#contract/locale.ts'
