import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

interface Axis {
  from: number
  until: number
  hours: { at: number; label: string }[]
  change: number | null
}

/** The axes of 24 hours that end then, on a clock of this zone. */
function axesIn(zone: string, ...ends: string[]): Axis[] {
  const program = new URL('axis.facts.ts', import.meta.url).pathname
  const told = execFileSync(process.execPath, [program, ...ends.map((end) => String(Date.parse(end)))], {
    env: { ...process.env, TZ: zone },
    encoding: 'utf8',
  })
  return told
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('whole 4 the axis of a day', () => {
  it.each([
    ['UTC', ['18:00', '00:00', '06:00', '12:00']],
    ['America/New_York', ['12:00', '18:00', '00:00', '06:00']],
    ['Asia/Kolkata', ['00:00', '06:00', '12:00', '18:00']],
  ])('stands at 00, 06, 12 and 18 of the clock in %s', (zone, expected) => {
    const [axis] = axesIn(zone, '2026-11-22T15:00:00Z')
    expect(axis?.hours.map(({ label }) => label)).toEqual(expected)
    expect(axis?.change).toBeNull()
  })

  it('shows a change of clocks: two labels stand five or seven hours apart', () => {
    const [spring, autumn] = axesIn('America/New_York', '2026-03-08T20:00:00Z', '2026-11-01T20:00:00Z')
    const apart = (axis?: Axis) =>
      axis?.hours.slice(1).map(({ at }, place) => (at - (axis.hours[place]?.at ?? 0)) / 3600_000)
    expect(apart(spring)).toContain(5)
    expect(apart(autumn)).toContain(7)
    expect(spring?.change).toBe(Date.parse('2026-03-08T07:00:00Z'))
    expect(autumn?.change).toBe(Date.parse('2026-11-01T06:00:00Z'))
  })

  it('has at most six labels, none over another, in any zone', () => {
    const ends = Array.from({ length: 48 }, (_, place) =>
      new Date(Date.UTC(2026, 2, 8, place, 17)).toISOString(),
    )
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/New_York'])
      for (const { from, until, hours } of axesIn(zone, ...ends)) {
        expect(hours.length).toBeLessThanOrEqual(4)
        const places = [from, ...hours.map(({ at }) => at), until]
        for (const [place, at] of places.slice(1).entries())
          expect(at - (places[place] ?? 0)).toBeGreaterThan(3600_000)
      }
  })
})
