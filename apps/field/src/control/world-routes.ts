import { toldStories } from '@support-console/demo-world/stories'
import type { FastifyInstance } from 'fastify'
import { isRecord, textOf } from '../json.ts'
import { BadEvent, readEvent, timeOf, type WorldEvent } from '../world/events.ts'
import { numberOfPanel } from '../world/facts.ts'
import type { Living } from '../world/living.ts'
import { storyDrawn, storyNamed } from '../world/stories.ts'
import { truthAt } from '../world/truth.ts'
import type { Fault, Faults } from './faults.ts'

/** The world's clock, its stories, and what is so in it. */
export function worldRoutes(
  scope: FastifyInstance,
  { living, faults }: { living: Living; faults: Faults },
): void {
  const { clock } = living
  const player = storyPlayer(living, faults)

  scope.setErrorHandler((error, _request, reply) => {
    if (error instanceof BadEvent) return reply.code(400).send({ message: error.message })
    throw error
  })
  const time = () => ({ now: new Date(clock.now()).toISOString(), speed: clock.speed() })
  scope.get('/control/time', time)
  scope.post('/control/time', (request) => {
    const { body } = request
    if (!isRecord(body)) throw new BadEvent('Send { now?, speed? }.')
    const { speed } = body
    if (speed !== undefined && (typeof speed !== 'number' || !(speed >= 0 && speed <= 100_000)))
      throw new BadEvent("'speed' is a number from 0 to 100000.")
    clock.set({
      ...(body.now !== undefined && { now: timeOf(body.now, 'now') }),
      ...(typeof speed === 'number' && { speed }),
    })
    return time()
  })

  scope.get<{ Querystring: { panel?: string; at?: string } }>('/control/truth', (request) => {
    const { panel, at } = request.query
    const moment = at === undefined ? clock.now() : timeOf(at, 'at')
    const truth = truthAt(living, moment)
    const told = { at: new Date(moment).toISOString() }
    if (panel === undefined) return { ...told, panels: truth.wrong() }
    const number = numberOfPanel(panel)
    if (Number.isNaN(number)) throw new BadEvent("'panel' is a cloud ID as CBS0000001.")
    return { ...told, ...truth.of(number) }
  })

  scope.get('/control/stories', () => ({
    stories: Object.entries(toldStories).map(([name, { sentence }]) => ({ name, sentence })),
    playing: living.playing().map(({ name, events }) => ({ name, events: events.map(asTold) })),
  }))
  scope.post('/control/stories', (request, reply) => {
    const { body } = request
    const story = player.read(body)
    player.play(story)
    return reply.code(201).send({ ...story, events: story.events.map(asTold) })
  })
  scope.delete('/control/stories', (_request, reply) => {
    player.endAll()
    return reply.code(204).send()
  })
}

const asTold = (event: WorldEvent) => ({
  ...event,
  at: new Date(event.at).toISOString(),
  ...(event.until !== undefined && { until: new Date(event.until).toISOString() }),
})

const faultOf = {
  'neighbour.slow': 'slow',
  'neighbour.refuses': 'refuse',
  'neighbour.garbled': 'garbage',
} as const

/** Plays stories; what they do to neighbours are faults while it lasts. */
function storyPlayer(living: Living, faults: Faults) {
  let added: Fault[] = []
  let count = 0
  const { clock } = living
  return {
    read(body: unknown) {
      count += 1
      if (!isRecord(body)) throw new BadEvent('Send { name }, { seed, size } or { events }.')
      const now = body.begins === undefined ? clock.now() : timeOf(body.begins, 'begins')
      const { events, seed, size } = body
      if (Array.isArray(events)) {
        const name = textOf(body, 'name') || `given-${count}`
        return { name, events: events.map((event, i) => readEvent(event, `${name}/${i + 1}`)) }
      }
      if (Number.isSafeInteger(seed)) return storyDrawn(Number(seed), Number(size ?? 1), now, living.layout)
      const story = storyNamed(textOf(body, 'name'), now)
      if (!story) throw new BadEvent('There is no story of this name. GET /control/stories lists them.')
      return story
    },
    play(story: { name: string; events: readonly WorldEvent[] }) {
      living.play(story)
      for (const { what, of, at, until = Infinity, to } of story.events) {
        if (!(what in faultOf)) continue
        const fault = faultOf[what as keyof typeof faultOf]
        const seconds = fault === 'slow' ? { seconds: to?.seconds ?? 20 } : {}
        const isDue = () => at <= clock.now() && clock.now() < until
        added.push(faults.add({ system: of.neighbour, fault, ...seconds }, isDue))
      }
    },
    endAll() {
      faults.end(added)
      added = []
      living.end(({ name }) => !name.startsWith('situation '))
    },
  }
}
