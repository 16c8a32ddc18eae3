/** Shared by all pages of described items: the edit panel, history, retirement, form fields. */
export { ItemEditor } from './editor.tsx'
export { ItemEffect } from './effect.tsx'
export { EffectiveFields, TimeField, useEffective } from './effective.tsx'
export { ItemHistory } from './history.tsx'
export {
  CheckField,
  DateField,
  FieldsOf,
  NumberChoice,
  NumberField,
  SeriesField,
  TextField,
  useField,
  WordChoice,
} from './inputs.tsx'
export { ItemList } from './list.tsx'
export { ItemMenu, type ItemAct } from './menu.tsx'
export { usePeriod } from './period.ts'
export { MoneyEffect, type PriceChanges } from './money-effect.tsx'
export { RetireItem } from './retire.tsx'
/** Class names of forms: form, group, row, number, small. */
export { default as itemsCss } from './items.module.css'
