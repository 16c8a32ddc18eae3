/** The same shape with any strings, as another language must have it. */
export type Widen<T> = T extends string
  ? string
  : T extends readonly unknown[]
    ? { readonly [K in keyof T]: string }
    : { readonly [K in keyof T]: Widen<T[K]> }
