import { neighbourFailures } from '@support-console/contract'
import { expect, it } from 'vitest'
import { neighbourErrors } from '../../platform/outbound/index.ts'
import { sayFailed, sourceOfFact } from './sources.ts'
import { unanswered } from './unanswered.ts'

const said = (failure: Parameters<typeof unanswered>[1], why = 'In any words.') =>
  sayFailed(sourceOfFact(unanswered({ source: 'Northcell', at: null, why }, failure)))

it('tells silent, refused and unreadable apart by the kind of failure, whatever its sentence', () => {
  expect(Object.fromEntries(neighbourFailures.map((kind) => [kind, said(kind)]))).toEqual({
    unreachable: 'Northcell did not answer.',
    resting: 'Northcell did not answer.',
    timeout: 'Northcell did not answer.',
    malformed: 'Northcell gave an answer that cannot be read.',
    'mixed-up': 'Northcell answered about something other than what was asked.',
    refused: 'Northcell refused the request.',
    'not-found': 'Northcell did not answer.',
    credentials: "Northcell refused the console's credentials.",
    busy: 'Northcell did not answer.',
    'server-error': 'Northcell did not answer.',
  })
})

it('says no more than that it did not answer where the kind is not known', () => {
  expect(said(null, neighbourErrors.credentials('Northcell').sentence)).toBe('Northcell did not answer.')
})
