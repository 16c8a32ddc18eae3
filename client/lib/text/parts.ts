/** What texts come in: each part is loaded with those before it. parts.test.ts finds who uses more than is loaded. */
export const PARTS = ['shell', 'dashboard', 'more'] as const
export type Part = (typeof PARTS)[number]
