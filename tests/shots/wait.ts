import { expect as base, type Page } from '@playwright/test'
import { en } from '#client/lib/text/en/index.ts'
import { vi } from '#client/lib/text/vi/index.ts'
import type { World } from './world.ts'

/** Timeout of a picture, generous. */
export const expect = base.configure({ timeout: 30_000 })

export type Language = 'vi' | 'en'
export const TEXTS = { vi, en }

export interface Screen {
  name: string
  path: string
  signedIn: boolean
  /** Which plant: in flood, with failing sensors, or one of many at a central office. */
  world: 'flood' | 'faults' | 'office'
  /** Only at these widths. */
  widths?: number[]
  /** Prepares what it shows, once for all its pictures. */
  prepare?: (world: World) => Promise<unknown>
  shown: (page: Page, language: Language) => Promise<unknown>
}

export async function drawn(page: Page, language: Language) {
  const chart = page.getByRole('figure', { name: TEXTS[language].dashboard.chart })
  await expect(chart).toHaveAttribute('data-ready', 'true')
  await expect(chart).not.toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // The live connection is established.
  const { update } = TEXTS[language]
  await expect(page.getByRole('group', { name: update.label })).toContainText(update.updated)
}

/** A page with only a heading and its content. */
export async function loaded(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

export const plain = (name: string, path: string, signedIn = true): Screen => ({
  name,
  path,
  signedIn,
  world: 'flood',
  shown: loaded,
})
