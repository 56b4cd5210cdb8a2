import type { View } from '@support-console/contract'
import { searchKinds } from '@support-console/contract/identifiers'
import { asOf, hasPast } from '@support-console/contract/moments.words'
import { addressOfView, viewLists } from '@support-console/contract/views.words'
import type { ReactNode } from 'react'
import { shortInstant } from '../../kit/moment/index.ts'
import { thingShapes } from '../../kit/thing-icon.tsx'
import { kindsName } from '../../kit/thing-words.ts'
import { sayMoment } from '../../ui/say-when.ts'
import type { ThingThen } from './split-moment.ts'
import { text } from './texts.ts'
import type { Thing } from './things.ts'

/** A screen of the menu. */
export interface PaletteScreen {
  path: string
  text: string
  icon: ReactNode
  /** What it is, where that is no screen. */
  kind?: string
}

/** One line of the list that can be chosen. */
export type Entry = { key: string } & (
  | { thing: Thing; screen?: never }
  | { screen: PaletteScreen; thing?: never }
)

export interface Group {
  key: string
  name: string
  /** At the right of the name. */
  note: string
  entries: readonly Entry[]
}

/** Screens that are shown while nothing is typed. */
const fewScreens = 4

/** Part of an element's id, so it has no spaces. */
const keyOf = (kind: string, id: string): string => encodeURIComponent(`${kind}-${id}`)

const ofScreen = (screen: PaletteScreen): Entry => ({ key: keyOf('screen', screen.path), screen })
const ofThing = (thing: Thing): Entry => ({ key: keyOf(thing.kind, thing.id), thing })

/** Hits by kind, the kind of the best one first, then the screens whose name has what is typed. */
export function hitGroups(hits: readonly Thing[], screens: readonly PaletteScreen[], typed: string): Group[] {
  const best = hits[0]?.kind
  const kinds = [...searchKinds].sort((a, b) => Number(b === best) - Number(a === best))
  const groups: Group[] = kinds.map((kind) => {
    const own = hits.filter((hit) => hit.kind === kind)
    return { key: kind, name: kindsName(kind), note: String(own.length), entries: own.map(ofThing) }
  })
  const named = screens.filter((screen) => screen.text.toLowerCase().includes(typed.trim().toLowerCase()))
  groups.push({
    key: 'screens',
    name: text('GroupScreens'),
    note: String(named.length),
    entries: named.map(ofScreen),
  })
  return groups.filter(({ entries }) => entries.length > 0)
}

/** The reader's views and those for all, with their list's drawing: all of them, or those whose name has what is typed. */
export function viewGroup(views: readonly View[], screens: readonly PaletteScreen[], typed: string): Group[] {
  const wanted = typed.trim().toLowerCase()
  const entries = views
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map((view) => {
      const icon = screens.find(({ path }) => path === viewLists[view.list].at())?.icon
      return ofScreen({ path: addressOfView(view), text: view.name, icon })
    })
  if (entries.length === 0) return []
  return [{ key: 'views', name: text('GroupViews'), note: String(entries.length), entries }]
}

/** Pages as they were: of each hit that has a past, or, where the moment stands alone, of this page. */
export function pastGroup(then: ThingThen, hits: readonly Thing[], page: PaletteScreen): Group[] {
  const name = text('GroupPast')
  const moment = sayMoment(then.ms)
  const entryOf = (path: string, thing: string, icon: ReactNode) =>
    ofScreen({
      path: asOf(path, shortInstant(then.ms)),
      text: text('AsItWas', { thing, moment }),
      icon,
      kind: name,
    })
  const entries =
    then.thing === ''
      ? [entryOf(page.path, page.text, page.icon)]
      : hits
          .filter(({ path }) => hasPast(path))
          .map(({ path, title, kind }) => entryOf(path, title, thingShapes[kind]))
  return entries.length > 0 ? [{ key: 'past', name, note: '', entries }] : []
}

/** While nothing is typed: what was visited last, and the first screens. */
export function startGroups(recent: readonly Thing[], screens: readonly PaletteScreen[]): Group[] {
  const groups: Group[] = [
    { key: 'recent', name: text('GroupRecent'), note: text('RecentIsYours'), entries: recent.map(ofThing) },
    {
      key: 'screens',
      name: text('GroupScreens'),
      note: '',
      entries: (recent.length > 0 ? screens.slice(0, fewScreens) : screens).map(ofScreen),
    },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}
