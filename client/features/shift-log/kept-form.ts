import type { z } from 'zod'
import { useForm, type FormOptions } from '../../lib/form/index.ts'
import { useKept } from '../../lib/use-kept.ts'

type Options<S extends z.ZodType, V> = Omit<FormOptions<S, V>, 'values'>

/**
 * A form whose values this browser keeps until they are saved, so that a reload does not lose them. Fields use `text`
 * and `set`; `kept` forgets saved values.
 */
export function useKeptForm<S extends z.ZodType, V extends object>(
  name: string,
  start: V,
  options: Options<S, V>,
) {
  const kept = useKept(name, start)
  const form = useForm<S, V>({ ...options, values: kept.typed })
  const set = (field: keyof V & string, value: unknown) => {
    form.set(field, value as never)
    kept.change({ [field]: value } as Partial<V>)
  }
  const text = (field: keyof V & string) => ({
    ...form.text(field),
    onChange: (e: { currentTarget: { value: string } }) => set(field, e.currentTarget.value),
  })
  return { form, kept, set, text }
}
