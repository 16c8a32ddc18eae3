/** The same shape with any text in it: what another language must have. */
export type Widen<T> = T extends string
  ? string
  : T extends readonly unknown[]
    ? { readonly [K in keyof T]: string }
    : { readonly [K in keyof T]: Widen<T[K]> }
