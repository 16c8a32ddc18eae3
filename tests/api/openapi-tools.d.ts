/**
 * The parts of two packages that openapi.test.ts uses, so that this room's types can be checked where development
 * packages are not installed.
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
