import type { Text } from './text/index.ts'

/** Name of a role: roles of a new installation are translated, others keep their name. */
export function roleName(name: string, texts: Text): string {
  return Object.hasOwn(texts.roleOf, name) ? texts.roleOf[name as keyof Text['roleOf']] : name
}
