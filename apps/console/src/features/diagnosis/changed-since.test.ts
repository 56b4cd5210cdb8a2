import type { ThingState } from '@support-console/contract'
import { expect, it } from 'vitest'
import { notAskedYet } from './arranged.ts'
import { changedSince } from './changed-since.ts'
import type { Look } from './use-diagnosis.ts'

const at = (seconds: number) => Date.parse('2026-11-22T09:00:00.000Z') + seconds * 1000
const since = (seconds: number): ThingState => ({
  ...{ state: 'not-connected', online: null, at: null, source: '', isFresh: true, facts: [], cause: null },
  ...{ counts: null, since: new Date(at(seconds)).toISOString() },
})
const { verdict, ...rest } = notAskedYet('panel', 'CBS0000017')
const look: Look = {
  ...{ kind: 'panel', id: 'CBS0000017', number: 0, isUnderWay: false, ahead: 3000 },
  ...{ beganAt: at(0), endedAt: at(4) },
  known: { ...rest, verdict: { ...verdict, state: 'fine', sentence: 'The panel reports.' } },
}

it('D40 a verdict says nothing of a state that began after its look, by the server’s clock', () => {
  expect(changedSince(look, since(6.9))).toBe(look)
  expect(changedSince(look, undefined)).toBe(look)
  expect(changedSince({ ...look, endedAt: undefined as never }, since(60)).known.verdict.state).toBe('fine')
  expect(changedSince(look, since(60)).known.verdict).toMatchObject({
    state: 'not-known',
    causes: [],
    next: null,
    sentence: 'Not connected since 2026-11-22T09:01:00.000Z, after this check.',
    second: 'The check found: The panel reports.',
  })
})
