/** What every page of described items shares: the panel that changes one, its history, its retirement, its fields. */
export { ItemEditor, itemName } from './editor.tsx'
export { ItemEffect } from './effect.tsx'
export { EffectiveFields, TimeField, useEffective } from './effective.tsx'
export { ItemHistory } from './history.tsx'
export { DateField, NumberChoice, NumberField, SeriesField, TextField, WordChoice } from './inputs.tsx'
export { ItemMenu, type ItemAct } from './menu.tsx'
export { usePeriod } from './period.ts'
export { RetireItem } from './retire.tsx'
/** Class names of forms: form, group, row, number, small. */
export { default as itemsCss } from './items.module.css'
