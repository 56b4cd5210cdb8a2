import { setTimeout as pause } from 'node:timers/promises'
import { type Attention, calls } from '@support-console/contract'
import { exitCodes, Failure } from './failure.ts'
import { jsonOf, plain, sayTime, tableOf } from './print.ts'
import { type Given, type Shown, textOf, type Verb } from './verb.ts'

const usualSeconds = 15
const fewestSeconds = 1

export const attention: Verb = {
  name: 'attention',
  words: [],
  about: 'List what needs a person now; ends with 1 where something does',
  options: {
    watch: { type: 'boolean', about: 'go on, and tell what begins and what ends, until Ctrl+C' },
    every: { type: 'string', value: 'SECONDS', about: `how often to ask while watching (${usualSeconds})` },
  },
  calls: [calls.listAttention],
  run: async (given) => (given.options.watch ? watch(given) : list(given)),
}

async function list(given: Given): Promise<Shown> {
  const data = await given.client.ask(calls.listAttention)
  if (!data.isCurrent) given.note(sayOld(data.asOf))
  else if (data.rows.length === 0) given.note(`No one is needed, as of ${sayTime(data.asOf)}.`)
  if (data.more > 0) given.note(`There are ${data.more} more.`)
  const isTrouble = data.rows.length > 0
  return {
    data,
    code: isTrouble ? exitCodes.trouble : data.isCurrent ? exitCodes.done : exitCodes.noAnswer,
    text: () => (isTrouble ? tableOf(columns, data.rows.map(rowOf)) : ''),
  }
}

/** Until Ctrl+C: what begins and what ends, a line each. */
async function watch(given: Given): Promise<undefined> {
  const { signal } = given
  const seconds = Number(textOf(given, 'every') ?? usualSeconds)
  if (!(seconds >= fewestSeconds && seconds <= 3600))
    throw new Failure(exitCodes.usage, `--every takes ${fewestSeconds} to 3600 seconds.`)
  const told = createTold(given)
  while (!signal.aborted) {
    const wait = await look(given, told)
    await pause(1000 * Math.max(seconds, wait), undefined, { signal }).catch(() => {})
  }
  return undefined
}

type Told = ReturnType<typeof createTold>

/** Asks once; resolves to how many seconds the server wants to be left alone. */
async function look({ client, signal }: Given, told: Told): Promise<number> {
  try {
    const { rows, isCurrent, asOf, more } = await client.ask(calls.listAttention)
    if (isCurrent) told.rows(rows, more === 0)
    else told.nothing(sayOld(asOf))
    return 0
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== exitCodes.noAnswer) throw error
    if (!signal.aborted) told.nothing(`${error.message} Until it answers, nothing here is known.`)
    return error.retryAfter ?? 0
  }
}

/** What was told last; an answer that is missing or old ends nothing. */
function createTold({ isForPeople, stdout, note }: Given) {
  let current = new Map<string, Attention>()
  let isKnown = true
  const tell = (event: 'began' | 'ended', row: Attention) =>
    stdout.write(
      isForPeople
        ? `${event === 'began' ? '+' : '-'} ${rowOf(row).map(plain).filter(Boolean).join('  ')}\n`
        : `${jsonOf({ event, ...row }, 0)}\n`,
    )
  return {
    /** @param isAll of more than are told at once, one that is not among them may last */
    rows(rows: readonly Attention[], isAll: boolean) {
      const next = new Map(rows.map((row) => [row.key, row]))
      for (const [key, row] of next) if (!current.has(key)) tell('began', row)
      if (isAll) for (const [key, row] of current) if (!next.has(key)) tell('ended', row)
      current = isAll ? next : new Map([...current, ...next])
      if (!isKnown) note('The console answers again.')
      isKnown = true
    },
    nothing(sentence: string) {
      if (isKnown) note(sentence)
      isKnown = false
    },
  }
}

const sayOld = (asOf: string | null): string =>
  asOf
    ? `The console last looked ${sayTime(asOf)}. What has begun since is not known.`
    : 'The console has not looked yet. What needs a person is not known.'

const columns = ['SINCE', 'CODE', 'WHAT', 'PANELS', 'IN HAND', 'NOTE']
const rowOf = ({ since, code, of, name, panels, taken, note }: Attention) => [
  sayTime(since),
  code,
  [of.kind, of.id === name ? '' : of.id, name].filter(Boolean).join(' '),
  panels,
  taken && (taken.by || 'yes'),
  note,
]
