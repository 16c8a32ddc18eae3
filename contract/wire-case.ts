import { z } from 'zod'

/** Names on the wire of the Basic API are in snake_case; the description's own are in camelCase. */
export const toSnake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
export const toCamel = (name: string) => name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())

/** A value with the keys of its objects renamed, at every depth. */
export function renamed(value: unknown, name: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((v) => renamed(v, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [name(k), renamed(v, name)]))
}

/**
 * The shape of a schema with its keys in snake_case, for the Basic API. Rules between fields are those of the schema
 * itself, by which everything that is written is checked in the end.
 */
function snakeShape(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return snakeObject(schema)
  if (schema instanceof z.ZodArray) return z.array(snakeShape(schema.element as z.ZodType))
  if (schema instanceof z.ZodOptional) return snakeShape(schema.unwrap() as z.ZodType).optional()
  if (schema instanceof z.ZodNullable) return snakeShape(schema.unwrap() as z.ZodType).nullable()
  if (schema instanceof z.ZodDefault) return snakeShape(schema.unwrap() as z.ZodType).optional()
  return schema
}

/** As snakeShape, for an object, whose fields can be picked and extended. */
export function snakeObject(schema: z.ZodObject): z.ZodObject<Record<string, z.ZodType>> {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(schema.shape).map(([k, v]) => [toSnake(k), snakeShape(v as z.ZodType)]),
    ),
  )
}
