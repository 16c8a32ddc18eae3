import type { Text } from './text/index.ts'

/** What a role is called: those of a new installation in the language of the page, others as they were named. */
export function roleName(name: string, texts: Text): string {
  return Object.hasOwn(texts.roleOf, name) ? texts.roleOf[name as keyof Text['roleOf']] : name
}
