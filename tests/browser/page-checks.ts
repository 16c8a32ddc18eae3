import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { en } from '#client/lib/text/en/index.ts'
import { vi } from '#client/lib/text/vi/index.ts'

/**
 * Runs in the page itself. Otherwise the results are put together in a second page, opened and loaded for each look;
 * that serves frames of other origins, of which there are none here. A page that has axe already is not sent it again.
 */
async function axe(page: Page): Promise<AxeBuilder> {
  const there = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, axeSource: there ? '/* is there */' : undefined })
  return builder.setLegacyMode().options({ resultTypes: ['violations'] })
}

/** The rules of axe about colours: what changes with a theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Windows in which no page may slide past its end, px: phone, tablet, desktop, wall display. */
export const WINDOWS = [
  [390, 844],
  [1000, 768],
  [1440, 900],
  [1920, 1080],
] as const

/** Sizes that every page has to fit: all but the wall's. */
const SIZES = WINDOWS.slice(0, 3)

/** Expects what is shown to fit every size, and to be accessible in either theme. */
export async function checkPage(page: Page, what = 'the page'): Promise<void> {
  await expectToFit(page, what)
  await expectAccessible(page, what)
}

/** Nothing of what is shown reaches over the edge: on a phone, on a tablet, and on a desktop, whose size is left. */
export async function expectToFit(page: Page, what = 'the page'): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => overflow(page), `${what} at ${width} px`).toEqual([])
  }
}

/** Expects no accessibility violation in the present theme and then in the other, which is left. */
export async function expectAccessible(page: Page, what = 'the page'): Promise<void> {
  expect(await accessibilityViolations(page), what).toEqual([])
  await changeTheme(page)
  expect(await accessibilityViolations(page, COLOURS), `${what}, in the other theme`).toEqual([])
}

/** Presses the button of the theme in the top bar, also where a dialog lies over it. */
export async function changeTheme(page: Page): Promise<void> {
  const html = page.locator('html')
  const before = await html.getAttribute('data-mantine-color-scheme')
  const labels = [vi, en].flatMap(({ shell }) => [shell.toDark, shell.toLight])
  await page
    .locator(labels.map((label) => `header button[aria-label="${label}"]`).join())
    .evaluate((button: HTMLElement) => button.click())
  await expect(html).toHaveAttribute('data-mantine-color-scheme', before === 'dark' ? 'light' : 'dark')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Serious and critical accessibility violations, by all rules of axe or by some. */
export async function accessibilityViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Half faded in, nothing has its colour yet.
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== 'running'))
  const builder = await axe(page)
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze()
  return named(violations.filter((v) => v.impact === 'serious' || v.impact === 'critical'))
}

/** Targets of clicks that are under 24 px and too near to others. */
export async function smallTargets(page: Page): Promise<string[]> {
  return named((await (await axe(page)).withRules('target-size').analyze()).violations)
}

const named = (violations: Awaited<ReturnType<AxeBuilder['analyze']>>['violations']) =>
  violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(' ')}: ${n.failureSummary}`))

/** Elements that reach over the right edge of the page, where nothing on the way up scrolls or cuts them. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const held = (e: Element | null): boolean =>
      e !== null && (getComputedStyle(e).overflowX !== 'visible' || held(e.parentElement))
    const over = [...document.body.querySelectorAll('*')].filter(
      (e) => e.getBoundingClientRect().right > width + 0.5 && !held(e.parentElement),
    )
    const names = over.map((e) => `${e.tagName.toLowerCase()} ${e.textContent?.slice(0, 40)}`)
    return document.documentElement.scrollWidth > width
      ? [`page: ${document.documentElement.scrollWidth}`, ...names]
      : names
  })
}

/**
 * What lets a page slide past its end: a document taller than the window, and hidden text that lies outside of what
 * scrolls it, so that it makes taller what is around.
 */
export function scrollableBeyondEnd(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const over = document.documentElement.scrollHeight - window.innerHeight
    const scrollerOf = (e: Element | null): Element | null =>
      e === null || /auto|scroll/.test(getComputedStyle(e).overflowY) ? e : scrollerOf(e.parentElement)
    const loose = [...document.querySelectorAll<HTMLElement>('body *')].filter((e) => {
      const style = getComputedStyle(e)
      if (
        !(e instanceof HTMLElement) ||
        style.position !== 'absolute' ||
        !style.clipPath.startsWith('inset(50%')
      )
        return false
      const scroller = scrollerOf(e.parentElement)
      return scroller !== null && !scroller.contains(e.offsetParent)
    })
    const names = loose.map((e) => `${e.tagName.toLowerCase()} ${e.className} ${e.textContent?.slice(0, 40)}`)
    return over > 0 ? [`page: ${over} px too tall`, ...names] : names
  })
}
