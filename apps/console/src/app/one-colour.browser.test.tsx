import type { FleetFinding, ThingState as State } from '@support-console/contract'
import { markOfState, panelStates, simStates } from '@support-console/contract/states.words'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { planOf } from '../features/fleet/rows.tsx'
import { Hit } from '../features/search/hit.tsx'
import { stateColumns } from '../features/things/company/state-columns.tsx'
import { ConnectionState } from '../features/things/frame/belongs-to.tsx'
import { StateTag } from '../features/things/frame/state-tag.tsx'
import { ThingState } from '../kit/thing-state/index.ts'
import { show } from '../testing/show.ts'

const at = '2026-11-28T12:00:00.000Z'
const plain = { since: at, at, source: 'WebConnect', isFresh: true, facts: [], cause: null, counts: null }
/** What WebConnect says of a session, and the state that it is. */
const sessions = new Map([
  ['reporting', 'connected'],
  ['silent', 'silent'],
  ['not-connected', 'gone'],
] as const)
const cause = { code: null, state: 'cause', since: at, at } as const
const states: readonly State[] = [
  ...panelStates.map((state) => ({ ...plain, state, online: null })),
  ...simStates.map((state) => ({ ...plain, state, online: null })),
  { ...plain, state: 'active', online: 'online' },
  { ...plain, state: 'active', online: 'offline' },
  { ...plain, state: 'active', online: 'offline', cause },
  { ...plain, state: 'reporting', online: null, facts: ['other-environment'] },
  { ...plain, state: 'reporting', online: null, isFresh: false },
]

/** Each place that shows a state. */
function placesOf(state: State): readonly (readonly [string, ReactNode])[] {
  const fleet = planOf({
    addressOf: () => '',
    open: undefined,
    onLook: undefined,
    mayOpenCompany: true,
    mayEnd: false,
    onEnded: () => {},
  })
  const session = sessions.get(state.state as 'silent')
  const row = { state, now: '', source: 'WebConnect', at, of: { kind: 'panel', id: 'CBS0000001' } }
  return [
    ['tag', <StateTag key="tag" of={state} />],
    ['a page', <ThingState key="page" of={state} />],
    ['recent', <ThingState key="recent" of={state} isBrief />],
    ['list', stateColumns.columns.state.columnContent({ state })],
    ...(session
      ? [['facts', <ConnectionState key="facts" state={session} isFresh={state.isFresh} />] as const]
      : []),
    ['fleet', fleet.columns.now?.columnContent?.(row as FleetFinding) as ReactNode],
    [
      'palette',
      <Hit
        key="palette"
        thing={{
          kind: 'panel',
          id: 'CBS0000001',
          title: 'CBS0000001',
          subtitle: '',
          facts: [],
          path: '/',
          state,
        }}
        typed=""
      />,
    ],
  ]
}

/** The first mark of this state in a place. */
const markIn = (place: string, state: State) =>
  [...document.querySelectorAll<HTMLElement>(`[data-place="${place}"]`)]
    .find(({ dataset }) => dataset.of === JSON.stringify(state))
    ?.querySelector('[class*="kind-"] svg') ?? null

it('whole 6, U10 a state has one mark and one colour in tag, row, list, palette, recent and fleet', async () => {
  const colours = new Map<string, string>()
  for (const state of states) {
    const places = placesOf(state)
    show(
      <MemoryRouter>
        {places.map(([place, shown]) => (
          <div key={place} data-place={place} data-of={JSON.stringify(state)}>
            {shown}
          </div>
        ))}
      </MemoryRouter>,
    )
    const marks = () => places.map(([place]) => markIn(place, state))
    await expect.poll(marks).not.toContain(null)
    const seen = marks().map((mark, at) => ({
      place: places[at]?.[0],
      kind: /kind-(\w+)/.exec(mark?.closest('[class*="kind-"]')?.getAttribute('class') ?? '')?.[1],
      colour: mark ? getComputedStyle(mark).color : '',
    }))
    const mark = markOfState(state)
    const said = `${state.state} ${state.online ?? ''}`
    expect(
      seen.map(({ place, kind }) => [place, kind]),
      said,
    ).toEqual(seen.map(({ place }) => [place, mark]))
    expect(new Set(seen.map(({ colour }) => colour)).size, said).toBe(1)
    // And a colour means one thing.
    const tone = mark === 'error' || mark === 'warn' || mark === 'ok' ? mark : 'grey'
    colours.set(tone, seen[0]?.colour ?? '')
  }
  expect([...colours.keys()].toSorted()).toEqual(['error', 'grey', 'ok', 'warn'])
  expect(new Set(colours.values()).size).toBe(4)
})
