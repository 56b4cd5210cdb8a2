import {
  calls,
  type Diagnosis,
  type FleetRow,
  fleetFilterText,
  pageOf,
  readFleetFilter,
} from '@support-console/contract'
import { exitCodes, Failure } from './failure.ts'
import { findOne } from './find-one.ts'
import { factsOf, notShown, plain, sayTime, tableOf } from './print.ts'
import { inMinutes, sayBytes, sayState, sayStep } from './say.ts'
import { shownFile } from './shown-file.ts'
import { type Given, textOf, type Verb } from './verb.ts'

const find: Verb = {
  name: 'find',
  words: ['TEXT'],
  about: 'Find things by an identifier, a part of one, or a name',
  options: { limit: { type: 'string', value: 'NUMBER', about: 'how many at most (20)' } },
  calls: [calls.findThings],
  async run(given) {
    const [q = ''] = given.words
    const data = await given.client.ask(calls.findThings, {
      query: { q, limit: textOf(given, 'limit') ?? 20 },
    })
    if (data.hits.length === 0)
      throw new Failure(exitCodes.notFound, `"${plain(q)}" was not found in anything this token can read.`)
    if (data.hasMore) given.note('There are more. Ask for them with --limit, or narrow the text.')
    return {
      data,
      text: () =>
        tableOf(
          ['KIND', 'ID', 'NAME', 'STATE', 'FACTS'],
          data.hits.map(({ kind, id, title, state, subtitle }) => [
            kind,
            id,
            title === id ? '' : title,
            sayState(state),
            subtitle,
          ]),
        ),
    }
  },
}

/** Only what is known to be fine is told as done. */
const codesOfVerdicts: Readonly<Record<Diagnosis['verdict']['state'], number>> = {
  cause: exitCodes.trouble,
  likely: exitCodes.trouble,
  'to-mend': exitCodes.trouble,
  unexplained: exitCodes.trouble,
  'so-far': exitCodes.noAnswer,
  'not-known': exitCodes.noAnswer,
  fine: exitCodes.done,
}

const why: Verb = {
  name: 'why',
  words: ['THING'],
  about: 'Say what is wrong with a panel or a SIM, who says so, and what to do next',
  options: { within: { type: 'string', value: 'SECONDS', about: 'how long to wait for answers (30)' } },
  calls: [calls.resolveLines, calls.diagnosePanel, calls.diagnoseSim],
  async run(given) {
    const { client, words } = given
    const { kind, id } = await findOne(given, words[0] ?? '', ['panel', 'sim'])
    const query = { within: textOf(given, 'within') ?? 30 }
    const data =
      kind === 'panel'
        ? await client.ask(calls.diagnosePanel, { params: { cloudId: id }, query })
        : await client.ask(calls.diagnoseSim, { params: { iccid: id }, query })
    return {
      data,
      // A value of a newer server is no reason to call a thing fine.
      code: codesOfVerdicts[data.verdict.state] ?? exitCodes.noAnswer,
      text: () => [...whyLines(data), '', client.url + pageOf(kind, id)].map(plain).join('\n'),
    }
  },
}

function whyLines({ cloudId, iccid, verdict, findings, sources, askedAt }: Diagnosis): string[] {
  const named = [cloudId && `panel ${cloudId}`, iccid && `SIM ${iccid}`].filter(Boolean).join(', ')
  const wrong = findings.filter(({ state }) => state === 'wrong')
  const unknown = findings.filter(({ state }) => state === 'unknown' || state === 'waiting')
  return [
    `${verdict.state}: ${inMinutes(verdict.sentence)}`,
    ...(verdict.second ? [inMinutes(verdict.second)] : []),
    ...(verdict.next ? [`Next: ${inMinutes(verdict.next.text)}`] : []),
    ...wrong.flatMap(({ title, sentence, evidence }) => [
      '',
      `${title}. ${inMinutes(sentence)}`,
      ...evidence.map(
        ({ source, what, value, at }) =>
          `  ${source}, ${what}: ${inMinutes(value)}${at ? ` (${sayTime(at)})` : ''}`,
      ),
    ]),
    '',
    ...unknown.map(({ title, sentence }) => `Not known: ${title}. ${inMinutes(sentence)}`),
    ...sources.flatMap(({ source, state, why: reason }) =>
      state === 'answered' || state === 'not-asked' ? [] : [`${source}: ${state}. ${inMinutes(reason)}`],
    ),
    `Checked ${sayTime(askedAt)}: ${named}`,
  ]
}

const timelines = {
  sim: calls.getSimTimeline,
  panel: calls.getPanelTimeline,
  company: calls.getCompanyTimeline,
  csr: calls.getCsrTimeline,
  transaction: calls.getTransactionTimeline,
} as const

const timeline: Verb = {
  name: 'timeline',
  words: ['THING'],
  about: 'Tell what happened to a SIM, panel, company, CSR server or transaction, the newest first',
  options: {
    limit: { type: 'string', value: 'NUMBER', about: 'how many entries (20)' },
    before: { type: 'string', value: 'PLACE', about: 'go on from an earlier answer' },
    kinds: { type: 'string', value: 'LIST', about: 'only these kinds, separated by commas' },
    by: { type: 'string', value: 'EMAIL', about: 'only what this person did' },
    text: { type: 'string', value: 'TEXT', about: 'only entries that say all these words' },
  },
  calls: [calls.resolveLines, ...Object.values(timelines)],
  async run(given) {
    const kinds = Object.keys(timelines) as (keyof typeof timelines)[]
    const { kind, id } = await findOne(given, given.words[0] ?? '', kinds)
    const of = kind as keyof typeof timelines
    const query = {
      limit: textOf(given, 'limit') ?? 20,
      ...Object.fromEntries(['before', 'kinds', 'by', 'text'].map((name) => [name, textOf(given, name)])),
    }
    const data = await given.client.ask(timelines[of], { params: { id }, query })
    if (data.withheld.length > 0) given.note(`Not for this token: ${data.withheld.join(', ')}.`)
    if (data.before) given.note(`There is more: --before ${data.before}`)
    return {
      data,
      text: () =>
        tableOf(
          ['TIME', 'BY', 'WHAT', 'STATE', 'TICKET'],
          data.entries.map((entry) => [
            sayTime(entry.at),
            entry.by,
            sayStep(entry, { kind: of, ids: [id] }),
            entry.state,
            entry.ticket,
          ]),
        ),
    }
  },
}

const narrowing = ['finding', 'company', 'carrier', 'since', 'stand'] as const

/** What the options say, as the address of the console's page has it; what is not understood is refused. */
function filterOf(given: Given): string {
  const asked = new URLSearchParams(textOf(given, 'filter') ?? '')
  for (const name of narrowing) {
    const value = textOf(given, name)
    if (value !== undefined) asked.set(name, value)
  }
  const { filter, leftOut } = readFleetFilter(asked.toString())
  if (leftOut.length > 0)
    throw new Failure(
      exitCodes.usage,
      leftOut.map(({ name, value }) => `"${plain(value)}" is no value of "${plain(name)}".`).join('\n'),
    )
  return fleetFilterText(filter)
}

const fleet: Verb = {
  name: 'fleet',
  words: [],
  about: 'List what is wrong in the whole fleet, by cause, or each thing by itself',
  options: {
    by: { type: 'string', value: 'cause|company|carrier|thing', about: 'one row for each (cause)' },
    finding: { type: 'string', value: 'LIST', about: 'only these findings, such as silent,not-connected' },
    company: { type: 'string', value: 'ID', about: 'only things of this company' },
    carrier: { type: 'string', value: 'CODE', about: 'only SIMs of this carrier' },
    since: { type: 'string', value: 'day|week|month|year', about: 'not older than that' },
    stand: { type: 'string', value: 'LIST', about: 'counts, once, expected (counts)' },
    filter: { type: 'string', value: 'TEXT', about: "the same as in the address of the console's page" },
    page: { type: 'string', value: 'NUMBER', about: 'of 50 rows (1)' },
    csv: { type: 'boolean', about: 'all of them as CSV, one row a thing' },
  },
  calls: [calls.listFleet, calls.exportFleet],
  async run(given) {
    const { client, options } = given
    const filter = filterOf(given) || undefined
    if (options.csv) {
      return shownFile(given, await client.download(calls.exportFleet, { query: { filter } }))
    }
    const page = textOf(given, 'page') ?? 1
    const data = await client.ask(calls.listFleet, { query: { filter, page, by: textOf(given, 'by') } })
    if (data.leftOut.length > 0)
      throw new Failure(
        exitCodes.usage,
        `${data.leftOut.map(({ name, value }) => `${name}=${plain(value)}`).join(', ')} does not exist.`,
      )
    given.note(`${data.matches} rows, ${data.things} things. ${sayChecked(data.checkedAt)}`)
    return { data, text: () => fleetTable(data.rows) }
  },
}

const sayChecked = (at: string | null) =>
  at ? `All were last checked ${sayTime(at)}.` : 'All things were never checked: more may be wrong.'

function fleetTable(rows: readonly FleetRow[]): string {
  const groups = rows.flatMap((row) => ('things' in row ? [row] : []))
  if (groups.length > 0)
    return tableOf(
      ['THINGS', 'SILENT', 'NOT CONNECTED', 'COMPANIES', 'SINCE', 'CAUSE'],
      groups.map(({ things, silent, notConnected, companies, company, since, id }) => [
        things,
        silent,
        notConnected,
        company?.name ?? companies,
        sayTime(since),
        id,
      ]),
    )
  return tableOf(
    ['FINDING', 'THING', 'STATE', 'SINCE', 'CARRIER', 'COMPANY'],
    rows.flatMap((row) =>
      'things' in row
        ? []
        : [
            [
              row.code,
              `${row.of.kind} ${row.of.id}`,
              sayState(row.state),
              sayTime(row.since),
              row.carrier,
              row.company?.name,
            ],
          ],
    ),
  )
}

const usage: Verb = {
  name: 'usage',
  words: ['SIM'],
  about: "Say what a SIM used in its carrier's billing period",
  options: { look: { type: 'boolean', about: 'ask the carrier now' } },
  calls: [calls.resolveLines, calls.getSimUsage],
  async run(given) {
    const { id } = await findOne(given, given.words[0] ?? '', ['sim'])
    const query = given.options.look ? { look: 'now' } : {}
    const data = await given.client.ask(calls.getSimUsage, { params: { simId: id }, query })
    const { told, unanswered, includedBytes, level, carrier, billed } = data
    const bill = billed.at(-1)
    if (unanswered) given.note(`No answer since ${sayTime(unanswered.askedAt)}: ${plain(unanswered.message)}`)
    return {
      data,
      text: () =>
        factsOf([
          ['SIM', data.simId],
          ['Carrier', carrier || notShown],
          ['Used', told ? `${sayBytes(told.usedBytes)}, ${told.from} to ${told.to}` : notShown],
          ['Told', told && sayTime(told.at)],
          ['Included', includedBytes && sayBytes(includedBytes)],
          ['Against thresholds', level],
          ['Last bill', bill && `${sayBytes(bill.usedBytes)}, ${bill.year}-${bill.month}`],
        ]),
    }
  },
}

const company: Verb = {
  name: 'company',
  words: ['COMPANY'],
  about: 'Say what a company is, and how much it has; by its name, ID or SAP number',
  calls: [calls.resolveLines, calls.getCompanyThing],
  async run(given) {
    const { id } = await findOne(given, given.words[0] ?? '', ['company'])
    const data = await given.client.ask(calls.getCompanyThing, { params: { id } })
    return {
      data,
      text: () =>
        [
          factsOf([
            ['Company', data.name],
            ['ID', data.companyId],
            ['SAP', data.sapCompanyId],
            ['Sales region', data.salesRegion],
            ['Network model', data.networkModel],
            ['SIMs', data.sims],
            ['Panels', data.panels],
            ['Users', data.users],
            ['Last changed', sayTime(data.updatedAt)],
          ]),
          given.client.url + pageOf('company', id),
        ].join('\n'),
    }
  },
}

export const readingVerbs: readonly Verb[] = [find, why, timeline, fleet, usage, company]
