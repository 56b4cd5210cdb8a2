import type { IdentifiedKind } from './identifiers.ts'
import { isSaidInWords, observedFieldName, observedValue, sourceName } from './observed.words.ts'
import { sayOutage } from './outages.words.ts'
import type { TimelineChange, TimelineStep } from './timeline.ts'
import type { ConnectionTurn } from './timeline.words.ts'

/**
 * What a timeline says of a step, in parts: the console shows them, and a search looks through them, so that what is shown is
 * found. Imports no schema, so that the console can carry it.
 */
export type SaidPart =
  | string
  | { as: 'strong' | 'before' | 'after' | 'value'; text: string }
  | { as: 'thing'; kind: IdentifiedKind; id: string }
  | { as: 'outage'; id: string; text: string }
  | { as: 'duration'; from: string; to: string }
  | { as: 'time'; at: string }

/** Whose timeline it is, by all of its ids: its own rows need not name it. */
export interface SaidOf {
  readonly kind: IdentifiedKind
  readonly ids: readonly string[]
}

/** The sentence of a step; its reason, its state and its person stand beside it. */
export function sentenceOf(step: TimelineStep, of: SaidOf): SaidPart[] {
  switch (step.kind) {
    case 'observation':
      return lookSaid(step)
    case 'connection':
      return connectionSaid(step)
    case 'gap':
      return gapSaid(step)
    case 'outage':
      return outageSaid(step, of)
    case 'sim-activity':
      return [`SIM activity: ${step.what}`]
    case 'deactivation':
      return deactivationSaid(step)
    case 'deployment':
      return ['Release ', ...fromTo(step.from ?? '', step.to ?? ''), ...onServer(step, of)]
    default:
      return actionSaid(step, of)
  }
}

/** All that is shown of a step, as one text, for a search; times and durations are none. */
export function textOfStep(step: TimelineStep, of: SaidOf): string {
  const { detail, state, by, reason = '', ticket = '', changes = [] } = step
  const rows = changes.flatMap((change) => [
    changeName(change),
    shownValue(change, 'before'),
    shownValue(change, 'after'),
    ...change.alsoBy.map(sourceName),
  ])
  return [plainSaid(sentenceOf(step, of)), detail, reason, ticket, state, by, tellerOf(step), ...rows].join(
    ' ',
  )
}

export const plainSaid = (parts: readonly SaidPart[]): string => parts.map(plainPart).join('')

function plainPart(part: SaidPart): string {
  if (typeof part === 'string') return part
  if ('text' in part) return part.text
  return 'id' in part ? part.id : ''
}

/** Where a step was done, or who told it, by one name everywhere; empty where the sentence says it. */
export function tellerOf({ kind, by, source }: TimelineStep): string {
  if (kind === 'observation' || kind === 'gap' || kind === 'deactivation' || kind === 'outage') return ''
  if (kind === 'sim-activity') return 'MobileBroker'
  return by === '' ? sourceName(source) : ''
}

/** A field in the words of the screens; what a person changed has them already. */
export const changeName = ({ field, source }: TimelineChange): string =>
  source === '' ? field : observedFieldName(field)

export const shownValue = (change: TimelineChange, which: 'before' | 'after'): string =>
  change.source === '' ? change[which] : observedValue(change.field, change[which])

const none = 'none'
const fromTo = (before: string, after: string): SaidPart[] => [
  { as: 'before', text: before || none },
  ' → ',
  { as: 'after', text: after || none },
]

/** 'Verizon: Active → Suspended, IP address and IMEI changed', each source once. */
function lookSaid({ source, changes = [] }: TimelineStep): SaidPart[] {
  const bySource = Map.groupBy(changes, (change) => change.source || source)
  return [...bySource].flatMap(([teller, of], place): SaidPart[] => [
    `${place > 0 ? '; ' : ''}${sourceName(teller)}: `,
    ...changesSaid(of),
  ])
}

function changesSaid(changes: readonly TimelineChange[]): SaidPart[] {
  const worded = changes.filter(({ field }) => isSaidInWords(field))
  const others = changes.filter(({ field }) => !isSaidInWords(field)).map(changeName)
  const said = worded.map((change): SaidPart[] => [
    change.field === 'deviceStatus' ? '' : `${changeName(change)} `,
    ...fromTo(shownValue(change, 'before'), shownValue(change, 'after')),
  ])
  if (others.length > 0) said.push([`${listed(others)} changed`])
  return said.flatMap((parts, place) => (place > 0 ? [', ', ...parts] : parts))
}

/** 'IMEI, IP address and NAT IP'; of very many the first three. */
function listed(names: readonly string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} other fields`] : names
  const last = shown.at(-1) ?? ''
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last
}

function connectionSaid({ what, from, to, at, since, times = 0, changes = [] }: TimelineStep): SaidPart[] {
  const container = (id: string | null): SaidPart => ({ as: 'thing', kind: 'container', id: id ?? '' })
  const beside: SaidPart[] = changes.length > 0 ? [`, ${listed(changes.map(changeName))} changed`] : []
  const turns: Record<ConnectionTurn, () => SaidPart[]> = {
    left: () => ['Left ', container(from)],
    back: () => [
      'Back on ',
      container(to),
      ...(since ? [' after ', { as: 'duration', from: since, to: at } as const] : []),
    ],
    moved: () => ['Moved ', container(from), ' → ', container(to)],
    silent: () => [{ as: 'strong', text: 'Silent.' }, ' Nothing received on ', container(to)],
    heard: () => ['Heard again on ', container(to)],
    reconnected: () => [
      `Reconnected ${times} times until `,
      { as: 'time', at: new Date(Date.parse(at) + 3_600_000).toISOString() },
    ],
  }
  return [...turns[what as ConnectionTurn](), ...beside]
}

function gapSaid({ source, since, to, what }: TimelineStep): SaidPart[] {
  const teller = sourceName(source)
  if (what === 'ended' && since && to)
    return [
      `${teller}: no answer between `,
      { as: 'time', at: since },
      ' and ',
      { as: 'time', at: to },
      '. Nothing is known of this time.',
    ]
  return since
    ? [`${teller}: no answer, last answered `, { as: 'time', at: since }]
    : [`${teller}: no answer, never answered before`]
}

/** 'Part of an outage on webconnect-3, over today at 10:40'; of a company how many of its panels were. */
function outageSaid({ outage }: TimelineStep, { kind }: SaidOf): SaidPart[] {
  if (!outage) return ['Part of an outage']
  const { outageId, panels, endedAt } = outage
  return [
    kind === 'panel' ? 'Part of an ' : `${panels} ${panels === 1 ? 'panel' : 'panels'} in an `,
    { as: 'outage', id: outageId, text: sayOutage(outage) },
    ...(endedAt ? [', over ', { as: 'time', at: endedAt } as const] : [', not over yet']),
  ]
}

/** How a SIM's deactivation stands; of those of a company, how many did what. */
function deactivationSaid({ what, source, file, object, changes = [] }: TimelineStep): SaidPart[] {
  const inFile = file ? ` in ${file}` : ''
  if (changes.length > 0)
    return [
      `Deactivation${inFile}: `,
      changes.map(({ field, after }) => `${after} ${outcomes[field] ?? underWay}`).join(', '),
    ]
  const at = source ? ` at ${sourceName(source)}` : ''
  const batch = object.startsWith('batch ') && !file ? ' in a batch' : inFile
  const said: Readonly<Record<string, string>> = {
    done: `Deactivated${at}${batch}`,
    failed: `Not deactivated${at}${batch}`,
    unknown: `Deactivation${at}${batch}: outcome not known`,
    stopped: `Deactivation${batch} stopped before the carrier was asked`,
    invalid: `Not deactivated${batch}: the row was invalid`,
  }
  return [said[what] ?? `Deactivation${at}${batch} under way`]
}

const underWay = 'under way'
const outcomes: Readonly<Record<string, string>> = {
  done: 'deactivated',
  failed: 'not deactivated',
  unknown: 'without known outcome',
  stopped: 'stopped',
  invalid: 'invalid',
}

function onServer({ object }: TimelineStep, { kind }: SaidOf): SaidPart[] {
  const [of, id = ''] = object.split(' ')
  return of === 'csr' && kind !== 'csr' ? [' on ', { as: 'value', text: id }] : []
}

function actionSaid({ what, state, changes = [] }: TimelineStep, of: SaidOf): SaidPart[] {
  const said = withoutOwnName(what, of)
  const sentence = said === 'Save' && ['', 'Success'].includes(state) ? 'Saved' : said
  const [change] = changes
  if (!change) return [sentence]
  if (changes.length === 1)
    return [`${sentence}: ${changeName(change)} `, ...fromTo(change.before, change.after)]
  return [`${sentence}: ${listed(changes.map(changeName))}`]
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** 'Mark SIM 8914… unusable' is 'Mark unusable' on the page of that SIM. */
function withoutOwnName(message: string, { kind, ids }: SaidOf): string {
  const one = ids.map(escaped).join('|')
  const names: Partial<Record<IdentifiedKind, string>> = {
    sim: `SIM (?:${one})`,
    panel: `panel (?:${one})`,
    company: `(?:company .{1,200} \\(SAP \\d{1,10}\\)|company (?:${one}))`,
  }
  const name = names[kind]
  return name ? message.replace(new RegExp(`(?: (?:of|on))? (?:${name})(?![\\w-])`, 'i'), '') : message
}
