import type { z } from 'zod'
import * as contract from '#contract/calculators.ts'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import type { CalculatorKind } from './menu.ts'
import type { Text } from '../../lib/text/index.ts'

export type { CalculatorKind }

type Words = Text['calculator']
export type Inputs = Output<typeof contract.getCalculatorInputs>

export interface CalculatorField {
  name: string
  label: keyof Words['field']
  unit: 'm' | 'm3/s' | keyof Words['unit'] | ''
  /** The present value that prefills it. */
  from?: 'Z' | 'QIN' | 'QPLANT' | 'TANA' | 'CA'
  /** Initial value where none is known. */
  start?: number
  hint?: 'bounds' | 'share'
}

export interface CalculatorOutput {
  /** Name in the answer; null: the answer is a bare number. */
  name: string | null
  label: keyof Words['out']
  unit: 'm3/s' | keyof Words['unit']
  /** Decimals by the specification: volumes 0, hours 2, total inflow 1. Absent: up to six, as needed. */
  decimals?: number
  signed?: boolean
  /** The difference of two other results, as displayed. */
  less?: readonly [string, string]
}

interface CalculatorDescription {
  endpoint: Endpoint<z.ZodNever, z.ZodNever, z.ZodType<unknown, object>>
  /** The formula as printed; its letters are those of the fields. */
  formula: string
  fields: CalculatorField[]
  outputs: CalculatorOutput[]
  chart: 'storage' | 'inflow' | null
}

const Z1 = { name: 'Z1', unit: 'm', from: 'Z', hint: 'bounds' } as const
const Z2 = { name: 'Z2', unit: 'm', hint: 'bounds' } as const
const QIN = { name: 'QIN', label: 'QIN', unit: 'm3/s', from: 'QIN' } as const
const QPLANT = { name: 'QPLANT', label: 'QPLANT', unit: 'm3/s', from: 'QPLANT' } as const
const TANA = { name: 'TANA', label: 'TANA', unit: 'slope', from: 'TANA' } as const
const T = { name: 'T', label: 'T', unit: 'hour', start: 1 } as const

/** The five calculators: fields, formula, result, drawing. */
export const CALCULATOR_KINDS: Record<CalculatorKind, CalculatorDescription> = {
  volume: {
    endpoint: contract.calculateVolume,
    formula: 'ΔV = V(Z2) − V(Z1)',
    fields: [
      { ...Z1, label: 'Z1' },
      { ...Z2, label: 'Z2' },
    ],
    outputs: [
      { name: 'V1', label: 'V1', unit: 'm3', decimals: 0 },
      { name: 'V2', label: 'V2', unit: 'm3', decimals: 0 },
      { name: 'deltaV', label: 'deltaV', unit: 'm3', decimals: 0, signed: true, less: ['V2', 'V1'] },
    ],
    chart: 'storage',
  },
  time: {
    endpoint: contract.calculateTime,
    formula: 't = [V(Z2) − V(Z1)] / [3600 · (QIN − QPLANT)]',
    fields: [{ ...Z1, label: 'Z1now' }, { ...Z2, label: 'Z2target' }, QIN, QPLANT],
    outputs: [{ name: null, label: 'hours', unit: 'hour', decimals: 2 }],
    chart: 'storage',
  },
  catchment: {
    endpoint: contract.calculateCFactor,
    formula: 'W = R · C · CA / 1000',
    fields: [
      { name: 'R', label: 'R', unit: 'mm' },
      { name: 'C', label: 'C', unit: '', hint: 'share' },
      { name: 'CA', label: 'CA', unit: 'km2', from: 'CA' },
    ],
    outputs: [{ name: null, label: 'W', unit: 'mcm', decimals: 1 }],
    chart: null,
  },
  shortTerm: {
    endpoint: contract.calculateShortTerm,
    formula: 'Q = QIN + tan α · T',
    fields: [QIN, TANA, T],
    outputs: [{ name: null, label: 'Q', unit: 'm3/s' }],
    chart: 'inflow',
  },
  discharge: {
    endpoint: contract.calculateDischarge,
    formula: 'QX = QIN + tan α · T − QPLANT',
    fields: [QIN, QPLANT, TANA, T],
    outputs: [{ name: null, label: 'QX', unit: 'm3/s' }],
    chart: 'inflow',
  },
}
