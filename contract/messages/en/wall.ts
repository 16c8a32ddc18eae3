import type { wallMessages as vi } from '../vi/wall.ts'

export const wallMessages: Record<keyof typeof vi, string> = {
  wall_key_unknown: 'This code is invalid, already used or expired. Add another screen on the Tokens page',
  wall_revoked: 'The screen “{name}” was revoked',
  wall_read_only: 'A wall screen can only view operating data',
}
