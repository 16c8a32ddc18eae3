import { z } from 'zod'

/** Names on the wire of the Basic API are in snake_case; the description's own are in camelCase. */
export const toSnake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
export const toCamel = (name: string) => name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())

/** A value with the keys of its objects, at every depth, named anew. */
export function renamed(value: unknown, name: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((v) => renamed(v, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [name(k), renamed(v, name)]))
}

/**
 * The shape of a schema with its keys in snake_case, for the documentation and for a first check of
 * what was sent; rules between fields are those of the schema itself.
 */
export function snakeShape(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject)
    return z.strictObject(
      Object.fromEntries(
        Object.entries(schema.shape as Record<string, z.ZodType>).map(([k, v]) => [
          toSnake(k),
          snakeShape(v),
        ]),
      ),
    )
  if (schema instanceof z.ZodArray) return z.array(snakeShape(schema.element as z.ZodType))
  if (schema instanceof z.ZodOptional) return snakeShape(schema.unwrap() as z.ZodType).optional()
  if (schema instanceof z.ZodNullable) return snakeShape(schema.unwrap() as z.ZodType).nullable()
  if (schema instanceof z.ZodDefault) return snakeShape(schema.unwrap() as z.ZodType).optional()
  return schema
}
