import { setImmediate } from 'node:timers/promises'

/** Entries of a list that are written before others have their turn. */
const SLICE = 1000

/** A value as JSON. Long lists, in the value or in its fields, are written in slices: others are answered in between. */
export async function jsonInSlices(value: unknown): Promise<string> {
  if (Array.isArray(value)) return listInSlices(value)
  if (value === null || typeof value !== 'object' || 'toJSON' in value) return JSON.stringify(value ?? null)
  const fields: string[] = []
  for (const [name, field] of Object.entries(value)) {
    const text = Array.isArray(field) ? await listInSlices(field) : JSON.stringify(field)
    // What JSON does not know is left out.
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${fields.join()}}`
}

async function listInSlices(list: readonly unknown[]): Promise<string> {
  if (list.length <= SLICE) return JSON.stringify(list)
  const slices: string[] = []
  for (let at = 0; at < list.length; at += SLICE) {
    if (at > 0) await setImmediate()
    slices.push(JSON.stringify(list.slice(at, at + SLICE)).slice(1, -1))
  }
  return `[${slices.join()}]`
}
