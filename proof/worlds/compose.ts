import type { Symptom } from '@support-console/contract'
import type { Db } from '../../apps/server/src/platform/database/open-database.ts'
import { lifeBesides, lifeCauses, lifeKinds } from './causes/life.ts'
import { manyKinds } from './causes/many.ts'
import { besidePanels, panelKinds } from './causes/panels.ts'
import { placeKinds, stopped, unexplainedKinds } from './causes/places.ts'
import { besideSims, simKinds } from './causes/sims.ts'
import { type Draw, drawFrom } from './draw.ts'
import { type Noise, noises } from './noise.ts'
import { subjectOf } from './population.ts'
import type { Kind, Plan } from './world.ts'

const stopping: readonly Kind[] = [...simKinds, ...panelKinds, ...lifeCauses]
const besides: readonly Kind[] = [...besideSims, ...besidePanels, ...lifeBesides]
const ofMany: readonly Kind[] = [...placeKinds, ...manyKinds]
const unexplained: readonly Kind[] = [...unexplainedKinds, ...lifeKinds]
/** Every kind of cause, by its name. */
export const catalogue: readonly Kind[] = [...stopping, ...ofMany, ...unexplained, ...besides]

/** Whose beginning is told by its source, so that it can be seen to be no cause. */
const datable = new Set([
  ...[
    'sim-suspended',
    'sim-deactivated-elsewhere',
    'sim-offline',
    'sim-deactivated-here',
    'company-saved-other-subnets',
  ],
  ...['company-refuses-its-panels'],
])

/** What changes the session itself would undo what the first cause does to it. */
const ofSession = new Set(['another-sim-in-the-panel', 'sims-swapped'])

/** A world in which nothing has happened yet. */
export const inOrderOf = (subject: Plan['subject'], draw: Draw, seed = 0): Plan => ({
  seed,
  draw,
  subject,
  symptom: 'reporting',
  silentMinutes: null,
  truths: [],
  noise: [],
  events: [],
  views: [],
  sessions: new Map(),
  fellWith: new Set(),
  rewrites: [],
  changedOutside: new Map(),
  isWithoutSim: false,
  failed: new Set(),
  open: new Set(),
  lookedAtMinutes: 0,
  reader: 'support',
  about: 'panels',
  isHidden: false,
  isClockOff: false,
  noted: new Set(),
  untimed: new Set(),
  thin: new Set(),
  looks: [],
  lookedAt: [],
})

export interface Forced {
  /** Every kind of noise comes, one after the other. */
  noise?: boolean
  kind?: string
}

/** The world of a seed, before it is played. */
export async function compose(db: Db, seed: number, { noise, kind }: Forced = {}): Promise<Plan> {
  const draw = drawFrom(`diagnosis world ${seed}`)
  const plan = inOrderOf(await subjectOf(db, draw, () => false), draw, seed)
  plan.looks.push(...(draw.happens(0.6) ? [draw.between(1500, 1700)] : []))
  plantCauses(plan, kind)
  plantNoise(plan, noise ? [noises[seed % noises.length] as Noise] : [])
  return plan
}

function firstKind(plan: Plan, name: string | undefined): Kind | undefined {
  const { draw } = plan
  const among = name
    ? catalogue.filter((each) => each.name === name)
    : draw.happens(0.06)
      ? []
      : draw.one([stopping, stopping, stopping, stopping, ofMany, ofMany, unexplained, besides])
  const fitting = among.filter(({ fits }) => fits?.(plan) ?? true)
  return fitting.length > 0 ? draw.one(fitting) : undefined
}

function plantCauses(plan: Plan, name: string | undefined): void {
  const { draw, subject } = plan
  const first = firstKind(plan, name)
  if (first) {
    plan.symptom = draw.one<Symptom>(first.symptoms)
    plan.silentMinutes = isSilence(plan.symptom) ? silenceOf(draw, plan.symptom) : null
    if (plan.silentMinutes !== null) {
      const silent = plan.silentMinutes
      plan.sessions.set(subject.cloudId, (now) => stopped(plan, now, silent))
    }
    const [least, most] = first.lag ?? [0, 6]
    plan.truths.push(
      first.plant(plan, (plan.silentMinutes ?? draw.between(3, 600)) + draw.between(least, most)),
    )
  }
  if (first?.isAlone) return
  const isLone = first !== undefined && [...ofMany, ...unexplained].includes(first)
  const isOfTwo = first !== undefined && !isLone && isSilence(plan.symptom)
  const second = draw.below(100)
  if (second < 25) plantDecoy(plan)
  if (second >= 75 && isOfTwo) plantSecond(plan)
  if (draw.happens(0.3)) plantBeside(plan)
}

const isSilence = (symptom: Symptom) => symptom === 'not-connected' || symptom === 'silent'

function silenceOf(draw: Draw, symptom: Symptom): number {
  const [least, most] = draw.one([
    [symptom === 'silent' ? 22 : 9, 40],
    [40, 300],
    [300, 1300],
  ] as const)
  return draw.between(least, most)
}

/** Something that would stop a panel, and did not: it began after the silence, or the panel reported with it. */
function plantDecoy(plan: Plan): void {
  const { draw, silentMinutes } = plan
  // Of a panel that is heard, only what is said of its SIM is out of the question.
  const isHeard = silentMinutes === null && plan.symptom !== 'reporting'
  const fitting = stopping.filter(
    (kind) => datable.has(kind.name) && isFree(plan, kind) && !(isHeard && /^company/.test(kind.name)),
  )
  if (fitting.length === 0) return
  const kind = draw.one(fitting)
  const isAfter = silentMinutes !== null && silentMinutes > 45
  if (silentMinutes !== null && !isAfter) return
  const minutes = isAfter ? draw.between(2, silentMinutes - 30) : draw.between(45, 700)
  plan.truths.push({ ...kind.plant(plan, minutes), isRefuted: true })
}

/** A second cause, of its own, at the same time. */
function plantSecond(plan: Plan): void {
  const fitting = stopping.filter((kind) => isFree(plan, kind))
  if (fitting.length === 0) return
  const kind = plan.draw.one(fitting)
  plan.truths.push(kind.plant(plan, (plan.silentMinutes ?? 0) + plan.draw.between(0, 4)))
}

function plantBeside(plan: Plan): void {
  const fitting = besides.filter((kind) => isFree(plan, kind) && !ofSession.has(kind.name) && !kind.isAlone)
  if (fitting.length > 0) plan.truths.push(plan.draw.one(fitting).plant(plan, plan.draw.between(30, 1000)))
}

/** What speaks of the same would hide one another. */
function isFree(plan: Plan, kind: Kind): boolean {
  if (/compan/.test(kind.name) && plan.truths.some((truth) => /compan/.test(truth.kind))) return false
  const about = (name: string) =>
    name === 'panel-without-sim' ? 'sim' : /^(?:sim|company|panel|container)/.exec(name)?.[0]
  return (kind.fits?.(plan) ?? true) && plan.truths.every((truth) => about(truth.kind) !== about(kind.name))
}

function plantNoise(plan: Plan, forced: readonly Noise[]): void {
  const { draw } = plan
  const count = draw.one([0, 0, 0, 1, 1, 2])
  const fitting = (list: readonly Noise[]) => list.filter(({ fits }) => fits?.(plan) ?? true)
  const drawn = forced.length > 0 ? forced : draw.some(fitting(noises), count)
  for (const each of fitting(drawn)) each.plant(plan)
}
