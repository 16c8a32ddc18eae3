/**
 * Parts in which texts are loaded, each with those before it. parts.test.ts finds modules that use more than is
 * loaded.
 */
export const PARTS = ['shell', 'dashboard', 'more'] as const
export type Part = (typeof PARTS)[number]
