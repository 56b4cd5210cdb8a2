import { calls } from '@support-console/contract'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { checkTools, type Tool } from './tool.ts'
import { tools } from './tools.ts'

const tool = (parts: Partial<Tool>): Record<string, Tool> => ({
  odd: {
    class: 'reading',
    title: 'Odd',
    description: 'Odd.',
    input: z.strictObject({}),
    calls: [calls.listAttention],
    asks: () => ({}),
    ...parts,
  },
})

it('56.5 takes the tools that there are', () => {
  expect(() => checkTools(tools)).not.toThrow()
})

it.each<[string, Partial<Tool>]>([
  ['is without a class', { class: undefined as never }],
  ['is without a call', { calls: [] }],
  ['it changes something', { calls: [calls.takeAttention] }],
  ['it changes something', { beside: [calls.beginLook] }],
  ['is said to write, but only reads', { class: 'writing' }],
  ['it cuts something off', { class: 'writing', calls: [calls.deactivateSim] }],
  ['a file, a stream or a secret', { calls: [calls.getCompany] }],
  ['a file, a stream or a secret', { calls: [calls.exportFleet] }],
  ['it is not open to tokens', { class: 'writing', calls: [calls.writeNote] }],
  ['only systems make it, or strangers', { calls: [calls.getRuntimeConfig] }],
])('56.5 refuses a tool that %s', (complaint, parts) => {
  expect(() => checkTools(tool(parts))).toThrow(complaint)
})
