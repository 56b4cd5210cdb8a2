import { type DemoAction, type DemoDuty, type DemoThings, demoAction } from './actions.ts'
import { guidOf, numbersOf } from './numbers.ts'

/** Someone of the demo world's staff, in one sign-on. */
export interface DemoPerson {
  subject: string
  email: string
  address: string
}

/** Something that someone did at some time. */
export interface DemoDeed {
  transactionId: string
  person: DemoPerson
  sessionId: string
  begin: number
  action: DemoAction
}

const hour = 3_600_000
const dayLength = 24 * hour

/** The demo world's staff as the sign-on provider knows them (demo world, Accounts). */
const person = (number: number, email: string): DemoPerson => ({
  subject: `0b9a1c52-7d4e-4c1f-9a51-5e0d3b6f1a0${number}`,
  email,
  address: `192.0.2.${10 + number}`,
})
export const support = person(1, 'support@example.com')
export const robot = person(5, 'robot@example.com')
const newcomer = person(4, 'newcomer@example.com')

const staff: readonly { person: DemoPerson; duty: DemoDuty; share: number }[] = [
  { person: support, duty: 'support', share: 0.62 },
  { person: person(2, 'engineer@example.com'), duty: 'engineer', share: 0.26 },
  { person: person(3, 'auditor@example.com'), duty: 'auditor', share: 0.12 },
]

/** The staff's working days before `end`, oldest deed first, of `count` entries in all. */
export function demoDays(
  things: DemoThings,
  { end, days, count }: { end: number; days: number; count: number },
): DemoDeed[] {
  const dayOf = (back: number) => Math.floor(end / dayLength - back) * dayLength
  const weights = Array.from({ length: days }, (_, i) => weightOf(dayOf(days - 1 - i), end))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const deeds: DemoDeed[] = []
  let entries = 0
  let weightBefore = 0
  for (const [i, weight] of weights.entries()) {
    weightBefore += weight
    const upTo = Math.floor((count * weightBefore) / all)
    // What the last day cannot hold whole is made up by single looks.
    for (const deed of demoDay(things, dayOf(days - 1 - i), end, upTo - entries)) {
      deeds.push(deed)
      entries += deed.action.entries.length
    }
  }
  return deeds
}

/** How much of the week's work is done on that day: little at weekends, and of today what is over. */
function weightOf(day: number, end: number): number {
  const weekday = new Date(day).getUTCDay()
  const over = Math.min(1, Math.max(0.02, (end - day - 12 * hour) / (10 * hour)))
  return over * (weekday === 0 || weekday === 6 ? 0.15 : 1)
}

/** Exactly so many entries of one day. */
function demoDay(things: DemoThings, day: number, end: number, count: number): DemoDeed[] {
  const next = numbersOf(`user actions ${Math.round((end - day) / dayLength)}`)
  const latest = Math.min(day + dayLength, end) - 10 * 60_000
  const deeds: DemoDeed[] = []
  let left = count
  const add = (of: Omit<DemoDeed, 'transactionId' | 'sessionId'>) => {
    if (of.action.entries.length > left) return
    left -= of.action.entries.length
    const name = `${of.person.email} ${Math.round((end - day) / dayLength)}`
    deeds.push({
      ...of,
      transactionId: guidOf(`user action ${name} ${deeds.length}`),
      sessionId: guidOf(`session ${name}`),
    })
  }
  const isMonday = new Date(day).getUTCDay() === 1
  if (isMonday) add({ person: newcomer, begin: earlier(timeOfDay(day, next), latest), action: signIn })
  for (const { person, duty, share } of staff) {
    const begins = Array.from({ length: Math.ceil(count * share * 0.62) }, () =>
      earlier(timeOfDay(day, next), latest),
    ).sort((a, b) => a - b)
    for (const [i, begin] of begins.entries()) {
      if (i === 0) add({ person, begin: begin - 120_000, action: signIn })
      add({ person, begin, action: demoAction(duty, things, next) })
    }
    const last = begins.at(-1)
    if (last !== undefined && last + 300_000 < latest) add({ person, begin: last + 300_000, action: signOut })
  }
  // Someone looks at something until the day is full.
  while (left > 0)
    add({
      person: support,
      begin: earlier(timeOfDay(day, next), latest),
      action: demoAction('auditor', things, next),
    })
  return deeds.sort((a, b) => a.begin - b.begin)
}

/** In office hours on the American east coast, mostly in mid-morning or mid-afternoon. */
function timeOfDay(day: number, next: () => number): number {
  const peak = next() < 0.55 ? 14.8 : 19.2
  return day + Math.round((peak + (next() + next() - 1) * 2.6) * hour)
}

/** Today ends now: what would be done later was done a little earlier. */
const earlier = (time: number, latest: number): number =>
  time <= latest ? time : latest - ((time - latest) % (2 * hour))

const onSession = (screen: string, message: string): DemoAction => ({
  screen,
  route: '',
  permission: '',
  entries: [{ source: 'console', message, after: 0 }],
})
const signIn = onSession('UserLogIn', 'Sign in')
const signOut = onSession('UserLogOut', 'Sign out')
