import { expect, it } from 'vitest'
import { byArea, callsOf, withWords } from './calls-of.ts'

const operation = (operationId: string, more: object = {}) => ({
  operationId,
  summary: 'What is wrong',
  'x-access': 'fleet.read',
  parameters: [
    { name: 'filter', in: 'query', required: false },
    { name: 'X-Transaction-Id', in: 'header', required: false },
  ],
  responses: { 200: { content: { 'text/csv': {} } } },
  'x-codeSamples': [{ source: 'curl …' }],
  ...more,
})
const calls = callsOf({
  paths: {
    '/api/things/v1/sims/{id}': { get: operation('getSimThing') },
    '/api/fleet/v1/export': { get: operation('exportFleet'), post: operation('exportChosenFleet') },
    '/api/callback': { post: operation('callback', { 'x-codeSamples': undefined }) },
  },
})

it('56.2 shows each call with its parameters and answer, but none of neighbours', () => {
  expect(calls.map(({ id }) => id)).toEqual(['getSimThing', 'exportFleet', 'exportChosenFleet'])
  expect(calls[1]).toEqual({
    id: 'exportFleet',
    method: 'GET',
    path: '/api/fleet/v1/export',
    summary: 'What is wrong',
    access: 'fleet.read',
    parameters: [{ name: 'filter', place: 'query', isRequired: false }],
    answers: ['text/csv'],
    example: 'curl …',
  })
})

it.each([
  ['', 3],
  ['post fleet', 1],
  ['WRONG sims', 1],
  ['wrong nothing', 0],
])('56.2 finds calls with all words of %j', (words, count) => {
  expect(withWords(calls, words)).toHaveLength(count)
})

it('56.2 puts calls of one area together', () => {
  expect(byArea(calls).map(([area, { length }]) => [area, length])).toEqual([
    ['/api/fleet', 2],
    ['/api/things', 1],
  ])
})
