import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'

const root = join(import.meta.dirname, '..')

/** Messages of the specification that are never sent or shown, each with its reason. */
const WITHOUT_PLACE: Record<string, string> = {
  load_icons_failed: 'icons are drawn by the program itself: none is loaded, so none can fail to load',
  update_warning_success: 'of the configuration of warnings, which is not built yet',
  delete_warning_success: 'of the configuration of warnings, which is not built yet',
}

const sources = ['core', 'contract', 'server', 'client']
  .flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((f) => join(room, f)),
  )
  .filter((f) => /\.tsx?$/.test(f) && !/\.test\./.test(f) && !f.startsWith(join('contract', 'messages')))
  .map((f) => readFileSync(join(root, f), 'utf8'))
  .join('\n')

/** Codes written literally, and prefixes of composed ones: `issue_${code}`. */
const written = new Set([...sources.matchAll(/(?<=['"`])\w+(?=['"`])|\b\w+(?=:)/g)].map(([code]) => code))
const begun = [...new Set([...sources.matchAll(/(?<=`)[a-z]+_[a-z_]*(?=\$\{)/g)].map(([start]) => start))]

test('every message is sent or shown somewhere', () => {
  const idle = Object.keys(messages.vi).filter((m) => !written.has(m) && !begun.some((b) => m.startsWith(b)))
  expect(idle).toEqual(Object.keys(WITHOUT_PLACE))
})
