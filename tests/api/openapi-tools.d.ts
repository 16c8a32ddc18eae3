/**
 * What openapi.test.ts uses of its two packages, so that the types of this room are checked where development packages
 * are not installed.
 */
declare module '@seriousme/openapi-schema-validator' {
  export class Validator {
    validate(document: object): Promise<{ valid: boolean; errors?: unknown }>
    resolveRefs(): object
  }
}

declare module 'openapi-typescript-codegen' {
  export function generate(options: {
    input: object
    output: string
    useOptions: boolean
    useUnionTypes: boolean
  }): Promise<void>
}
